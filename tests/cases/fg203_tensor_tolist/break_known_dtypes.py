import torch
from torch import nn


class Model(nn.Module):
    def forward(self, x, lengths):
        flags = (x.sum(-1) > 0).tolist()  # break: FG203
        x = x * 2
        small = lengths.to(torch.uint8).tolist()  # break: FG203
        x = x + len(flags) + small[0]
        whole = lengths.long().tolist()  # break[default]: FG203
        return x + whole[0]


def make():
    return Model()


def inputs():
    return [(torch.ones(4, 8), torch.tensor([3, 2])), (-torch.ones(4, 8), torch.tensor([3, 2]))]
