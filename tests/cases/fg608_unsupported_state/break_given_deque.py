"""Operations that are given a deque."""

from collections import deque

import numpy as np
import torch
from torch import nn


class Array(nn.Module):
    def __init__(self):
        super().__init__()
        self.losses = deque([1.0, 2.0], maxlen=3)

    def forward(self, x):
        y = x + 1
        weights = np.asarray(self.losses)  # fails: FG608
        return y * weights.sum()


class Mean(nn.Module):
    def __init__(self):
        super().__init__()
        self.losses = deque([1.0, 2.0], maxlen=3)

    def forward(self, x):
        y = x + 1
        return y * np.mean(self.losses)  # fails: FG608


class Tensor(nn.Module):
    def __init__(self):
        super().__init__()
        self.losses = deque([1.0, 2.0], maxlen=3)

    def forward(self, x):
        y = x + 1
        return y * torch.tensor(self.losses).sum()  # fails: FG608


class Model(nn.Module):
    def __init__(self):
        super().__init__()
        self.ways = nn.ModuleList([Array(), Mean(), Tensor()])

    def forward(self, x, way):
        return self.ways[way](x)


def make():
    return Model()


def inputs():
    return [(torch.ones(3), way) for way in range(3)]
