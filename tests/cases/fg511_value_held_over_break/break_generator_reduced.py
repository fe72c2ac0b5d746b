# only: torch>=2.11
"""Generator expressions that ``functools.reduce`` takes the items of, with a break in each."""

import functools
from functools import reduce

import torch
from torch import nn


class Step(nn.Module):
    def __init__(self, scale):
        super().__init__()
        self.scale = scale

    def run(self, x):
        print(x.ndim)  # break: FG401
        return x * self.scale


class Steps(nn.Module):
    def __init__(self):
        super().__init__()
        self.steps = nn.ModuleList([Step(1), Step(2)])
        self.sizes = [1, 2]
        self.table = {"a": 1, "b": 2}


class OfModules(Steps):
    def forward(self, x):
        return reduce(lambda a, b: a + b, (step.run(x) for step in self.steps))  # break: FG511 (before 2.14)


class WithFirst(Steps):
    def forward(self, x):
        return functools.reduce(torch.add, (step.run(x) for step in self.steps), x)  # break: FG511 (before 2.14)


class OfValues(Steps):
    def forward(self, x):
        y = reduce(torch.add, (self.steps[0].run(x) * n for n in self.table.values()))  # break: FG511 (before 2.14)
        return y + x


class OfItems(Steps):
    def forward(self, x):
        return reduce(lambda a, step: a + step.run(x), self.steps, x)


class Model(nn.Module):
    def __init__(self):
        super().__init__()
        self.ways = nn.ModuleList([OfModules(), WithFirst(), OfValues(), OfItems()])

    def forward(self, x, way: int):
        return self.ways[way](x)


def make():
    return Model()


def inputs():
    return [(torch.ones(3), way) for way in range(4)]
