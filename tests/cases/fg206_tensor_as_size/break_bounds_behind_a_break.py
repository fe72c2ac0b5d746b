"""Bounds that were computed before a break: a tensor is read again, a number of NumPy's is a constant."""

import numpy as np
import torch
from torch import nn


def begin(x, n):
    return x[:n] * 2  # break[default]: FG206


class Here(nn.Module):
    def forward(self, x):
        n = (x.sum() > 0).long() + 1
        print(end="")  # break: FG401
        return x[:n] * 2  # break[default]: FG206


class There(nn.Module):
    def forward(self, x):
        n = (x.sum() > 0).long() + 1
        print(end="")  # break: FG401
        return begin(x, n)


class Array(nn.Module):
    def forward(self, x):
        counts = np.linspace(0, 2, 2).astype(int)
        print(end="")  # break: FG401
        return x[: counts[1]] * 2  # break[default]: FG206


class Number(nn.Module):
    def forward(self, x):
        n = np.linspace(0, 2, 2).astype(int)[1]
        print(end="")  # break: FG401
        return x[:n] * 2


class Model(nn.Module):
    def __init__(self):
        super().__init__()
        self.ways = nn.ModuleList([way() for way in (Here, There, Array, Number)])

    def forward(self, x, way: int):
        return self.ways[way](x)


def make():
    return torch.compile(Model())


def inputs():
    return [(torch.ones(3, 2), way) for way in range(4)]
