"""The bound itself is not there."""

from collections import deque

import torch
from torch import nn


def filled():
    return deque([torch.ones(3) * i for i in range(4)], maxlen=4)


class Full(nn.Module):
    def __init__(self):
        super().__init__()
        self.frames = filled()

    def forward(self, x):
        if len(self.frames) == self.frames.maxlen:  # differs: FG617
            return x * 2
        return x + 1


class Missing(nn.Module):
    def __init__(self):
        super().__init__()
        self.frames = filled()

    def forward(self, x):
        frames = self.frames
        if frames.maxlen is None:  # differs: FG617
            return x * 2
        return x + 1


class Model(nn.Module):
    def __init__(self):
        super().__init__()
        self.ways = nn.ModuleList([Full(), Missing()])

    def forward(self, x, way):
        return self.ways[way](x)


def make():
    return Model()


def inputs():
    return [(torch.ones(3) * i, way) for way in range(2) for i in (10, 11)]
