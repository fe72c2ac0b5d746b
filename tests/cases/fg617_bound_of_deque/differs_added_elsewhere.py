"""Items are added in other ways, and taken out."""

from collections import deque

import torch
from torch import nn


def filled():
    return deque([torch.ones(3) * i for i in range(4)], maxlen=4)


class Loop(nn.Module):
    def __init__(self):
        super().__init__()
        self.frames = filled()

    def forward(self, x):
        self.frames.extend([x.detach(), x.detach() + 1])
        for frame in self.frames:  # differs: FG617
            x = x + frame + 1
        return x


class Left(nn.Module):
    def __init__(self):
        super().__init__()
        self.frames = filled()

    def forward(self, x):
        self.frames.appendleft(x)
        return torch.cat([2 * frame for frame in self.frames])  # differs: FG617


class Last(nn.Module):
    def __init__(self):
        super().__init__()
        self.frames = filled()

    def forward(self, x):
        self.frames.extendleft([x, x])
        return x + self.frames[-1]  # differs: FG617


class Taken(nn.Module):
    def __init__(self):
        super().__init__()
        self.frames = filled()

    def forward(self, x):
        self.frames.append(x)
        return x + self.frames.popleft()  # differs: FG617


class Copied(nn.Module):
    def __init__(self):
        super().__init__()
        self.frames = filled()

    def forward(self, x):
        self.frames.append(x)
        frames = self.frames.copy()
        return x * len(frames)  # differs: FG617


class Model(nn.Module):
    def __init__(self):
        super().__init__()
        self.ways = nn.ModuleList([Loop(), Left(), Last(), Taken(), Copied()])

    def forward(self, x, way):
        return self.ways[way](x)


def make():
    return Model()


def inputs():
    return [(torch.ones(3) * i, way) for way in range(5) for i in (10, 11)]
