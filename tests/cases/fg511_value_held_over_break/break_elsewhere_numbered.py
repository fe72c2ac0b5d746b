# only: torch>=2.13
"""``enumerate`` of what is no list is rebuilt, as is that of a range."""

import torch
from torch import nn


class Base(nn.Module):
    def __init__(self):
        super().__init__()
        self.layers = nn.ModuleList([nn.Linear(4, 4), nn.Linear(4, 4)])
        self.scales = {"a": 1.0, "b": 2.0}

    def scaled(self, x):
        if x.sum() > 3:  # break: FG101
            return x + 1
        return x


class Layers(Base):
    def forward(self, x):
        return [self.scaled(layer(x)) for _, layer in enumerate(self.layers)]


class Mapping(Base):
    def forward(self, x):
        return [self.scaled(x * scale) for _, scale in enumerate(self.scales.values())]


class Range(Base):
    def forward(self, x):
        return [self.scaled(x * scale) for _, scale in enumerate(range(2))]


class Model(nn.Module):
    def __init__(self):
        super().__init__()
        self.ways = nn.ModuleList([Layers(), Mapping(), Range()])

    def forward(self, x, way):
        return self.ways[way](x)


def make():
    return Model()


def inputs():
    return [(torch.ones(3, 4), way) for way in range(3)]
