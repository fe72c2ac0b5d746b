"""Numbers of NumPy's functions that are items of arrays: each is read, some under fullgraph=True too."""

import numpy as np
import torch
from torch import nn


def counts(x):
    return np.linspace(2, x.shape[1], 4, dtype="int")


class Arange(nn.Module):
    def forward(self, x):
        return x + torch.from_numpy(np.arange(0, counts(x)[1])).sum()  # break: FG204


class Linspace(nn.Module):
    def forward(self, x):
        return x + torch.from_numpy(np.linspace(0, 1, num=counts(x)[1])).sum()  # break: FG204


class Filled(nn.Module):
    def forward(self, x):
        return x + torch.from_numpy(np.full((2, 3), counts(x)[1])).sum()  # break: FG204


class Rolled(nn.Module):
    def forward(self, x):
        return x + torch.from_numpy(np.roll(counts(x), counts(x)[1])).sum()  # break: FG204


class Zeros(nn.Module):
    def forward(self, x):
        return x + torch.from_numpy(np.zeros(counts(x)[1])).sum()  # break[default]: FG204


class Tiled(nn.Module):
    def forward(self, x):
        return x + torch.from_numpy(np.tile(counts(x), (counts(x)[0], 1))).sum()  # break[default]: FG204


class Shaped(nn.Module):
    def forward(self, x):
        return x + torch.from_numpy(np.zeros(np.array([2, 3]))).sum()  # break: FG204


class Behind(nn.Module):
    def forward(self, x):
        count = counts(x)[1]
        torch._dynamo.graph_break()  # break: FG404
        return x + torch.from_numpy(np.arange(count)).sum()  # break: FG204


class Model(nn.Module):
    def __init__(self):
        super().__init__()
        ways = (Arange, Linspace, Filled, Rolled, Zeros, Tiled, Shaped, Behind)
        self.ways = nn.ModuleList([way() for way in ways])

    def forward(self, x, way: int):
        return self.ways[way](x)


def make():
    return torch.compile(Model())


def inputs():
    return [(torch.ones(2, 6), way) for way in range(8)]
