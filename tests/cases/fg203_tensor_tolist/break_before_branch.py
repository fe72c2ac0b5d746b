import torch
from torch import nn


class Model(nn.Module):
    def forward(self, x, lengths):
        first = (lengths + 1).tolist()[0]  # break[default]: FG203
        x = x * 2
        if first > 3:  # break[fullgraph]: FG101
            return x + 1
        return x - 1


def make():
    return Model()


def inputs():
    return [(torch.randn(4, 8), torch.tensor([3, 2])), (torch.randn(4, 8), torch.tensor([1, 4]))]
