"""Bounds of slices that NumPy computes in a loop: eager runs the loop if something breaks in it."""

import numpy as np
import torch
from torch import nn


def averaged(tiles, bounds):
    total = np.zeros(3, np.float32)
    for j in range(len(bounds)):
        total = total + tiles[j][:, bounds[j][0] : bounds[j][1]].sum()
    return total


def traced(tiles, bounds):
    total = np.zeros(3, np.float32)
    for j in range(len(bounds)):
        total = total + tiles[j][:, bounds[j][0] : bounds[j][1]].sum()  # break[default]: FG206
    return total


class Printed(nn.Module):
    def forward(self, x):
        bounds = []
        starts = np.linspace(0, 4, 2).astype(int)
        for b in range(2):
            print(end="")  # break: FG401
            bounds.append([starts[b], starts[b] + 4])
        return torch.from_numpy(averaged(x.numpy(), bounds))


class Traced(nn.Module):
    def forward(self, x):
        bounds = []
        starts = np.linspace(0, 4, 2).astype(int)
        for b in range(2):
            bounds.append([starts[b], starts[b] + 4])
        return torch.from_numpy(traced(x.numpy(), bounds))


class Model(nn.Module):
    def __init__(self):
        super().__init__()
        self.ways = nn.ModuleList([Printed(), Traced()])

    def forward(self, x, way: int):
        return self.ways[way](x)


def make():
    return torch.compile(Model())


def inputs():
    return [(torch.arange(24.0).reshape(2, 3, 4), way) for way in range(2)]
