import torch
from torch import nn


class Model(nn.Module):
    def forward(self, x, lengths):
        count = lengths.tolist()[0]  # break[default]: FG203
        for _ in range(count):  # break[fullgraph]: FG206
            x = x + 1
        return x


def make():
    return Model()


def inputs():
    return [(torch.randn(4, 8), torch.tensor([3, 2])), (torch.randn(4, 8), torch.tensor([1, 4]))]
