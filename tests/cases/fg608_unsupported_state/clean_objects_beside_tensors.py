"""Operators of objects among themselves and with numbers, methods called by name, and classes of tensors."""

from typing import NamedTuple

import torch
from torch import nn


class Scale:
    def __init__(self, factor) -> None:
        self.factor = factor

    def __mul__(self, other):
        return Scale(self.factor * other)

    def __add__(self, other):
        return Scale(self.factor + other.factor)


class Pair(NamedTuple):
    first: int

    def __mul__(self, other):
        return other * self.first


class Model(nn.Module):
    def forward(self, x: torch.Tensor) -> torch.Tensor:
        scale = Scale(x) * 2 + Scale(x + 1)
        return scale.factor + Scale(2.0).__mul__(x).factor + Pair(2) * x


def make():
    return Model()


def inputs():
    return [(torch.ones(2),)]
