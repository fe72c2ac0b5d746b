"""Named tuples are compared as tuples are."""
# only: torch>=2.13

from collections import namedtuple
from typing import NamedTuple

import torch
from torch import nn

Pair = namedtuple("Pair", "values count")


class Named(NamedTuple):
    values: torch.Tensor
    count: int = 0


def pairs(x, y):
    if Pair(x, 1) == Pair(y, 1):  # break: FG103
        return x + 1
    return y


def named(x, y):
    if Named(x) == Named(y):  # break: FG103
        return x + 1
    return y


def inside(x, y):
    if Pair(x, 1) in [Pair(y, 1)]:  # break: FG103
        return x + 1
    return y


class Model(nn.Module):
    def forward(self, x: torch.Tensor, y: torch.Tensor) -> torch.Tensor:
        x = pairs(x, y) + x
        x = named(x, y) + x
        return inside(x, y)


def make():
    return Model()


def inputs():
    return [(torch.ones(1), torch.zeros(1)), (torch.zeros(1), torch.ones(1))]
