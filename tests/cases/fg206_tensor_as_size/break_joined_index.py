import torch
from torch import nn


class Model(nn.Module):
    """What cat gives has as many dimensions as its parts, and what stack gives has one more."""

    def forward(self, x, mask):
        stacked = torch.stack([torch.arange(2), torch.arange(2)])
        joined = torch.cat([torch.arange(2), torch.arange(1)])
        return x[joined[1]] + x[stacked[0]].sum() + mask.sum()  # break: FG206


def make():
    return Model()


def inputs():
    return [(torch.randn(4, 8), torch.tensor([True, False, True, True])) for _ in range(2)]
