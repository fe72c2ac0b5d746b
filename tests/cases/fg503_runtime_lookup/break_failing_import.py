"""Imports of packages that are not installed, which the function handles."""

import torch
from torch import nn


class From(nn.Module):
    def forward(self, x):
        try:
            from package_that_nobody_wrote import attention  # break: FG503

            return attention(x)
        except ImportError:
            return x + 1


class Whole(nn.Module):
    def forward(self, x):
        try:
            import package_that_nobody_wrote  # break: FG503

            x = package_that_nobody_wrote.attention(x)
        except (ModuleNotFoundError, AttributeError):
            x = x + 2
        return x


class Inside(nn.Module):
    def attention(self, x):
        import package_that_nobody_wrote.kernels as kernels  # break: FG503

        return kernels.attention(x)

    def forward(self, x):
        try:
            return self.attention(x)
        except Exception:
            return x + 3


class Model(nn.Module):
    def __init__(self):
        super().__init__()
        self.ways = nn.ModuleList([way() for way in (From, Whole, Inside)])

    def forward(self, x, way: int):
        return self.ways[way](x)


def make():
    return torch.compile(Model())


def inputs():
    return [(torch.ones(3), way) for way in range(3)]
