# only: torch>=2.13
"""Generator expressions that can be handed over: what they take is used behind them, or all is unpacked before."""


import torch
from torch import nn


def listed(values):
    values = list(values)
    print(len(values))  # break: FG401
    return values[0]


def gathered(*values):
    print(len(values))  # break: FG401
    return values[0]


class UsedLater(nn.Module):
    def __init__(self):
        super().__init__()
        self.layers = nn.ModuleList([nn.Identity(), nn.Identity()])

    def forward(self, x):
        y = listed(layer(x) for layer in self.layers)
        return x + y


class NothingTaken(nn.Module):
    def __init__(self):
        super().__init__()
        self.shifts = {"a": 1, "b": 2}

    def forward(self, x):
        return x + listed(shift for shift in self.shifts.values())


class UnpackedBefore(nn.Module):
    def forward(self, x):
        return gathered(*(y + x for y in (x, x)), x)


class Model(nn.Module):
    def __init__(self):
        super().__init__()
        self.ways = nn.ModuleList([UsedLater(), NothingTaken(), UnpackedBefore()])

    def forward(self, x, way):
        return self.ways[way](x)


def make():
    return Model()


def inputs():
    return [(torch.ones(3), way) for way in range(3)]
