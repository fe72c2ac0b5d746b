# only: torch>=2.13
"""Functions of `math` that end the graph for a number of NumPy's, and some that take it for one of Python's."""

import math

import numpy as np
import torch
from torch import nn


class Ceil(nn.Module):
    def forward(self, x):
        return x + math.ceil(np.log2(x.shape[0]))  # break: FG202


class Floor(nn.Module):
    def __init__(self):
        super().__init__()
        self.limit = np.float64(2.5)

    def forward(self, x):
        return x + math.floor(self.limit)  # break: FG202


class Finite(nn.Module):
    def forward(self, x):
        return x if math.isfinite(np.sqrt(2)) else x + 1  # break: FG202


class Whole(nn.Module):
    def __init__(self):
        super().__init__()
        self.size = np.cumprod([2, 3])[-1]

    def forward(self, x):
        return x + math.gcd(self.size, 4)  # break: FG202


class Taken(nn.Module):
    def __init__(self):
        super().__init__()
        self.size = np.cumprod([2, 3])[-1]

    def forward(self, x):
        return x + math.sqrt(np.log2(x.shape[0] + 1)) + int(self.size) + float(np.exp(0.5))


class Model(nn.Module):
    def __init__(self):
        super().__init__()
        self.ways = nn.ModuleList([Ceil(), Floor(), Finite(), Whole(), Taken()])

    def forward(self, x, way: int):
        return self.ways[way](x)


def make():
    return Model()


def inputs():
    return [(torch.ones(3), way) for way in range(5)]
