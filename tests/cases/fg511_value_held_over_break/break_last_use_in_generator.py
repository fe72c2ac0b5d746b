# only: torch>=2.11
"""Generator expressions that are the last ones to use a variable, and are still held where the graph breaks."""

import torch
from torch import nn


def listed(values):
    values = list(values)
    print(len(values))  # break: FG401
    return values[0]


def loud(x):
    print(x.ndim)  # break: FG401
    return x


class Input(nn.Module):
    def forward(self, x):
        return listed(x + place for place in range(2))  # break: FG511 (before 2.14)


class Number(nn.Module):
    def forward(self, x):
        shift = 3
        return x + listed(place + shift for place in range(2))  # break: FG511 (before 2.14)


class Itself(nn.Module):
    def __init__(self):
        super().__init__()
        self.shifts = {"a": 1, "b": 2}

    def shifted(self, shift):
        return shift + 1

    def forward(self, x):
        return x + listed(self.shifted(shift) for shift in self.shifts.values())  # break: FG511 (before 2.14)


class Inner(nn.Module):
    def __init__(self):
        super().__init__()
        self.layers = nn.ModuleList([nn.Identity(), nn.Identity()])

    def forward(self, x):
        return listed(layer(x) for layer in self.layers)  # break: FG511 (before 2.14)


class Outer(nn.Module):
    def __init__(self):
        super().__init__()
        self.inner = Inner()

    def forward(self, x):
        return self.inner(x) + x


class Taken(nn.Module):
    def __init__(self):
        super().__init__()
        self.layers = nn.ModuleList([nn.Identity(), nn.Identity()])

    def forward(self, x):
        return sum(loud(layer(x)) for layer in self.layers)  # break: FG511 (before 2.14)


class Model(nn.Module):
    def __init__(self):
        super().__init__()
        self.ways = nn.ModuleList([Input(), Number(), Itself(), Outer(), Taken()])

    def forward(self, x, way):
        return self.ways[way](x)


def make():
    return Model()


def inputs():
    return [(torch.ones(3), way) for way in range(5)]
