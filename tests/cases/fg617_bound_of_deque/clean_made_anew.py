"""Deques whose bound TorchDynamo knows, or that do not reach it."""

from collections import deque

import torch
from torch import nn


def filled():
    return deque([torch.ones(3) * i for i in range(4)], maxlen=4)


class MadeAnew(nn.Module):
    def __init__(self):
        super().__init__()
        self.frames = filled()

    def forward(self, x):
        self.frames = deque(self.frames, maxlen=4)
        self.frames.append(x)
        return torch.stack(list(self.frames))


class MadeHere(nn.Module):
    def __init__(self):
        super().__init__()
        self.frames = filled()

    def forward(self, x):
        frames = deque(maxlen=2)
        for i in range(3):
            frames.append(x + i)
        return torch.stack(list(frames)) * frames.maxlen


class Cleared(nn.Module):
    def __init__(self):
        super().__init__()
        self.frames = filled()

    def forward(self, x):
        self.frames.append(x)
        self.frames.clear()
        self.frames.append(x)
        return torch.stack(list(self.frames))


class TakenBefore(nn.Module):
    def __init__(self):
        super().__init__()
        self.frames = filled()

    def forward(self, x):
        self.frames.popleft()
        self.frames.append(x)
        return torch.stack(list(self.frames))


class Unbounded(nn.Module):
    def __init__(self):
        super().__init__()
        self.frames = deque([torch.zeros(3)])

    def forward(self, x):
        self.frames.append(x)
        return torch.stack(list(self.frames))


class Model(nn.Module):
    def __init__(self):
        super().__init__()
        self.ways = nn.ModuleList([MadeAnew(), MadeHere(), Cleared(), TakenBefore(), Unbounded()])

    def forward(self, x, way):
        return self.ways[way](x)


def make():
    return Model()


def inputs():
    return [(torch.ones(3) * i, way) for way in range(5) for i in (10, 11)]
