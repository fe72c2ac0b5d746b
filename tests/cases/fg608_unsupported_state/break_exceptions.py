"""Exceptions whose classes call the constructor of Python's own."""

import torch
from torch import nn


class Told(Exception):
    def __init__(self, text):
        super().__init__(text)  # break: FG608 (before 2.15)


class WithState(RuntimeError):
    def __init__(self, text, state=0):
        super().__init__(f"{text}!")  # break: FG608 (before 2.15)
        self.state = state


class Direct(ValueError):
    def __init__(self, text):
        ValueError.__init__(self, text)  # break: FG608


class Raised(nn.Module):
    def forward(self, x):
        y = x + 1
        try:
            if y.shape[0] == 3:
                raise Told("three")
        except Told:
            y = y * 2
        return y


class Kept(nn.Module):
    def forward(self, x):
        y = x + 1
        try:
            raise WithState("three", state=3)
        except RuntimeError as error:
            y = y * error.state
        return y


class Made(nn.Module):
    def forward(self, x):
        y = x + 1
        error = Direct("three")
        return y * 2 if error is not None else y


class Model(nn.Module):
    def __init__(self):
        super().__init__()
        self.ways = nn.ModuleList([Raised(), Kept(), Made()])

    def forward(self, x, way):
        return self.ways[way](x)


def make():
    return Model()


def inputs():
    return [(torch.ones(3), way) for way in range(3)]
