# only: torch>=2.11
"""Generator expressions given to a function that breaks the graph itself, with something that is still to come."""

import torch
from torch import nn


def listed(values, times=1):
    values = list(values)
    print(len(values))  # break: FG401
    return values[0] * times


def gathered(*values, times=1):
    print(len(values))  # break: FG401
    return values[0] * times


class Gathered:
    def __init__(self, *values):
        print(len(values))  # break: FG401
        self.values = values


class Given(nn.Module):
    def forward(self, x):
        return x + listed(y + x for y in (x, x))  # break: FG511


class GivenByName(nn.Module):
    def forward(self, x):
        y = listed(values=(y + 1 for y in x), times=2)  # break: FG511
        return x + y


class GivenWithNumbers(nn.Module):
    def forward(self, x):
        y = listed(enumerate((x, x)))  # break: FG511
        return x + y[1]


class Unpacked(nn.Module):
    def forward(self, x):
        y = gathered(*(a + b for a, b in zip((x, x), (x, x))), times=2)  # break: FG511
        return x + y


def loud(x):
    print(x.ndim)  # break: FG401
    return x


class Taken(nn.Module):
    def forward(self, x):
        return x + sum(loud(y) for y in (x, x))  # break: FG511


class UnpackedIntoAnObject(nn.Module):
    def forward(self, x):
        made = Gathered(*(y + x for y in [x, x]))  # break: FG511
        return x + made.values[0]


class Model(nn.Module):
    def __init__(self):
        super().__init__()
        self.ways = nn.ModuleList([Given(), GivenByName(), GivenWithNumbers(), Unpacked(), Taken(), UnpackedIntoAnObject()])

    def forward(self, x, way):
        return self.ways[way](x)


def make():
    return Model()


def inputs():
    return [(torch.ones(3), way) for way in range(6)]
