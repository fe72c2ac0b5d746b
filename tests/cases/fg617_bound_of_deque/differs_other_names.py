"""The deque has another name, or is a variable of the file."""

from collections import deque

import torch
from torch import nn


def filled():
    return deque([torch.ones(3) * i for i in range(4)], maxlen=4)


SEEN = filled()


class OtherName(nn.Module):
    def __init__(self):
        super().__init__()
        self.frames = filled()

    def forward(self, x):
        frames = self.frames
        frames.append(x)
        return torch.stack([*frames])  # differs: FG617


class Global(nn.Module):
    def __init__(self):
        super().__init__()
        SEEN.extend(filled())

    def forward(self, x):
        SEEN.append(x)
        return torch.stack(tuple(SEEN))  # differs: FG617


class Model(nn.Module):
    def __init__(self):
        super().__init__()
        self.ways = nn.ModuleList([OtherName(), Global()])

    def forward(self, x, way):
        return self.ways[way](x)


def make():
    return Model()


def inputs():
    return [(torch.ones(3) * i, way) for way in range(2) for i in (10, 11)]
