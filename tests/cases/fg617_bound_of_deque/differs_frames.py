"""The first item, which the deque has dropped, is seen again."""

from collections import deque

import torch
from torch import nn


def filled():
    return deque([torch.ones(3) * i for i in range(4)], maxlen=4)


class Stacked(nn.Module):
    def __init__(self):
        super().__init__()
        self.frames = filled()

    def forward(self, x):
        self.frames.append(x)
        return torch.stack(list(self.frames))  # differs: FG617


class First(nn.Module):
    def __init__(self):
        super().__init__()
        self.frames = filled()

    def forward(self, x):
        self.frames.append(x)
        return x + self.frames[0]  # differs: FG617


class Length(nn.Module):
    def __init__(self):
        super().__init__()
        self.frames = filled()

    def forward(self, x):
        self.frames.append(x)
        return x * len(self.frames)  # differs: FG617


class Sum(nn.Module):
    def __init__(self):
        super().__init__()
        self.frames = filled()

    def forward(self, x):
        self.frames.append(x)
        return torch.cat(tuple(self.frames)[1:])  # differs: FG617


class Full(nn.Module):
    def __init__(self):
        super().__init__()
        self.frames = filled()

    def forward(self, x):
        self.frames.append(x)
        if len(self.frames) == 4:  # differs: FG617
            return x * 2
        return x + 1


class Model(nn.Module):
    def __init__(self):
        super().__init__()
        self.ways = nn.ModuleList([Stacked(), First(), Length(), Sum(), Full()])

    def forward(self, x, way):
        return self.ways[way](x)


def make():
    return Model()


def inputs():
    return [(torch.ones(3) * i, way) for way in range(5) for i in (10, 11)]
