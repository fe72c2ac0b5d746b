import torch
from torch import nn


class Model(nn.Module):
    """What multinomial gives has as many dimensions as its weights."""

    def forward(self, x, mask):
        drawn = torch.multinomial(torch.ones(4), 2)
        return x[drawn[0]] + mask.sum()  # break: FG206


def make():
    return Model()


def inputs():
    return [(torch.randn(4, 8), torch.tensor([True, False, True, True])) for _ in range(2)]
