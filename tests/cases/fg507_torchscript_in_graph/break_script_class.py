"""A class that derives from ``torch.jit.ScriptModule``: its object is called, also as an argument of a helper."""

import torch
from torch import jit, nn


class Reward(jit.ScriptModule):
    def __init__(self):
        super().__init__()
        self.layer = nn.Linear(3, 1)

    @jit.script_method
    def forward(self, x):
        return self.layer(x)


class Derived(Reward):
    pass


def called(function, x):
    return function(x) + 1  # break: FG507


class Held(nn.Module):
    def __init__(self):
        super().__init__()
        self.reward = Reward()

    def forward(self, x):
        return self.reward(x) * 2  # break: FG507


class Passed(nn.Module):
    def __init__(self):
        super().__init__()
        self.derived = Derived()

    def forward(self, x):
        return called(self.derived, x)


class Model(nn.Module):
    def __init__(self):
        super().__init__()
        self.ways = nn.ModuleList([Held(), Passed()])

    def forward(self, x, way: int):
        return self.ways[way](x)


def make():
    return Model()


def inputs():
    return [(torch.ones(2, 3), 0), (torch.ones(2, 3), 1)]
