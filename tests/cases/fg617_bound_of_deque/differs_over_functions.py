"""The deque is added to in one function and read in another."""

from collections import deque
from dataclasses import dataclass, field

import torch
from torch import nn


def filled():
    return deque([torch.ones(3) * i for i in range(4)], maxlen=4)


class History:
    def __init__(self):
        self.items = filled()

    def after(self, x):
        self.items.append(x)
        return torch.stack(list(self.items))  # differs: FG617


@dataclass
class Record:
    frames: deque = field(default_factory=filled)



class Methods(nn.Module):
    def __init__(self):
        super().__init__()
        self.frames = filled()

    def forward(self, x):
        self.push(x)
        return self.all()

    def push(self, x):
        self.frames.append(x)

    def all(self):
        return torch.stack(list(self.frames))  # differs: FG617


class Object(nn.Module):
    def __init__(self):
        super().__init__()
        self.history = History()

    def forward(self, x):
        return self.history.after(x)


class Fields(nn.Module):
    def __init__(self):
        super().__init__()
        self.record = Record()

    def forward(self, x):
        self.record.frames.append(x)
        return torch.stack(list(self.record.frames))  # differs: FG617


class Numbers(nn.Module):
    def __init__(self):
        super().__init__()
        self.losses = deque([1.0, 2.0, 4.0], maxlen=3)

    def forward(self, x):
        self.losses.append(float(len(x)))
        return x * sum(self.losses)  # differs: FG617


class Model(nn.Module):
    def __init__(self):
        super().__init__()
        self.ways = nn.ModuleList([Methods(), Object(), Fields(), Numbers()])

    def forward(self, x, way):
        return self.ways[way](x)


def make():
    return Model()


def inputs():
    return [(torch.ones(3) * i, way) for way in range(4) for i in (10, 11)]
