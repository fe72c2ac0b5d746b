"""min and max of iterators that give tuples."""

import torch
from torch import nn


def nearest(x):
    return x * min((abs(width - 3), width) for width in (2, 4))[1]  # break: FG510


def paired(x):
    return x * max(zip((1, 2), (3, 4), strict=True))[1]  # break: FG510


def entry(x):
    return x * max({1: 2, 3: 4}.items())[1]  # break: FG510


def listed(x):
    return x * max([width, 2] for width in (1, 2))[1]  # break: FG510


class Model(nn.Module):
    def forward(self, x):
        x = nearest(x + 1)
        x = paired(x + 1)
        x = listed(x + 1)
        return entry(x + 1)


def make():
    return Model()


def inputs():
    return [(torch.ones(2, 4),)]
