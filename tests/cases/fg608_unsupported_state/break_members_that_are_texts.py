# only: torch>=2.12
"""Methods of the members of an enumeration that are texts too."""

import enum

import torch
from torch import nn


class Mode(str, enum.Enum):
    FAST = "fast"
    SLOW = "slow"


class Given(nn.Module):
    def __init__(self, mode=Mode.FAST):
        super().__init__()
        self.mode = mode

    def forward(self, x):
        y = x + 1
        if self.mode.startswith("fa"):  # break: FG608
            y = y * 2
        return y


class Declared(nn.Module):
    def __init__(self, mode: Mode):
        super().__init__()
        self.mode = mode

    def forward(self, x):
        y = x + 1
        if self.mode.upper() == "SLOW":  # break: FG608
            y = y * 2
        return y


class Named(nn.Module):
    def forward(self, x):
        y = x + 1
        kinds = Mode.FAST.split("a")  # break: FG608
        return y * len(kinds)


class Model(nn.Module):
    def __init__(self):
        super().__init__()
        self.ways = nn.ModuleList([Given(), Declared(Mode.SLOW), Named()])

    def forward(self, x, way):
        return self.ways[way](x)


def make():
    return Model()


def inputs():
    return [(torch.ones(3), way) for way in range(3)]
