# only: torch>=2.13
"""Objects that code leaves in a class or in a global list, for other code that runs at the same time."""

import torch
from torch import nn


class Tape:
    active = None

    def __init__(self):
        self.steps = []

    def __enter__(self):
        Tape.active = self
        return self

    def __exit__(self, *error):
        Tape.active = None


class Scale:
    def __init__(self, factor):
        self.factor = factor
        if Tape.active is not None:
            Tape.active.steps.append(self)

    def run(self, x):
        print(x.ndim)  # break: FG401
        return x * self.factor


class Taped(nn.Module):
    def forward(self, x):
        with Tape() as tape:
            Scale(x)
        for step in tape.steps:
            x = step.run(x)
        return x


STACK = []


class Handler:
    def __enter__(self):
        STACK.append(self)

    def __exit__(self, *error):
        STACK.pop()

    def handle(self, x):
        print(x.ndim)  # break: FG401
        return x


def handled(x):
    for handler in reversed(STACK):
        x = handler.handle(x)
    return x


class Handling(nn.Module):
    def forward(self, x):
        with Handler():
            return handled(x)


class Model(nn.Module):
    def __init__(self):
        super().__init__()
        self.ways = nn.ModuleList([Taped(), Handling()])

    def forward(self, x, way: int):
        return self.ways[way](x)


def make():
    return Model()


def inputs():
    return [(torch.ones(3), way) for way in range(2)]
