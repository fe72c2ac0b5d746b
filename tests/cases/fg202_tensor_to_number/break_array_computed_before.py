"""An array that a constructor computes of others is an array."""

import math

import numpy as np
import torch
from torch import nn


class Schedule:
    def __init__(self):
        self.kept = np.cumprod(1.0 - np.linspace(0.01, 0.1, 10))
        self.joined = np.append(1.0, np.exp(np.linspace(0.0, 1.0, 9)))


class Root(nn.Module):
    def __init__(self):
        super().__init__()
        self.schedule = Schedule()

    def forward(self, x):
        y = x + 1
        return y * math.sqrt(1 - self.schedule.kept[3])  # break: FG202


class Float(nn.Module):
    def __init__(self):
        super().__init__()
        self.schedule = Schedule()

    def forward(self, x):
        y = x + 1
        return y * float(self.schedule.joined[2])  # break[default]: FG202


class Tested(nn.Module):
    def __init__(self):
        super().__init__()
        self.schedule = Schedule()

    def forward(self, x):
        y = x + 1
        if self.schedule.kept[3] > 0.5:  # break: FG101
            y = y * 2
        return y


class Model(nn.Module):
    def __init__(self):
        super().__init__()
        self.ways = nn.ModuleList([Root(), Float(), Tested()])

    def forward(self, x, way):
        return self.ways[way](x)


def make():
    return Model()


def inputs():
    return [(torch.ones(3), way) for way in range(3)]
