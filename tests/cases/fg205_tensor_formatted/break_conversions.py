import torch
from torch import nn


def shown(x):
    return f"{x.sum()!r}"  # break: FG205


def padded(x):
    return f"{x.max()!s:>20}"  # break: FG205


class Model(nn.Module):
    def debug(self, x):
        return f"{x=}"  # break: FG205

    def forward(self, x):
        x = x * 2
        return x + 1, shown(x), padded(x), self.debug(x)


def make():
    return Model()


def inputs():
    return [(torch.randn(4, 8),), (torch.randn(4, 8),)]
