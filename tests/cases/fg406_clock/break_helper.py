import time

import torch
from torch import nn


class Clock:
    def __init__(self):
        self.laps = []

    def lap(self):
        self.laps.append(time.perf_counter())  # break: FG406


class Model(nn.Module):
    def __init__(self):
        super().__init__()
        self.layers = nn.ModuleList([nn.Linear(2, 2), nn.Linear(2, 2)])
        self.clock = Clock()

    def forward(self, x):
        for layer in self.layers:
            x = layer(x)
            self.clock.lap()
        return x


def make():
    return Model()


def inputs():
    return [(torch.ones(3, 2),)]
