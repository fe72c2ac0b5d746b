# only: torch>=2.11
"""Iterators that end the graph themselves, and so under ``fullgraph=True`` too."""

import itertools

import torch
from torch import nn


class Base(nn.Module):
    def __init__(self):
        super().__init__()
        self.layers = nn.ModuleList([nn.Linear(4, 4), nn.Linear(4, 4)])
        self.scales = [1.0, 2.0]

    def scaled(self, x):
        if x.sum() > 3:  # break: FG101
            return x + 1
        return x


class Numbered(Base):
    def forward(self, x):
        return [self.scaled(x) for _ in enumerate(self.scales)]  # break: FG511


class NumberedLayers(Base):
    def forward(self, x):
        return [self.scaled(x) for _ in enumerate(self.layers.children())]  # break: FG511


class Layers(Base):
    def forward(self, x):
        return [self.scaled(layer(x)) for layer in self.layers.children()]  # break: FG511


class Weights(Base):
    def forward(self, x):
        return [self.scaled(x * weight) for weight in self.layers[0].parameters()]  # break: FG511


class Generated(Base):
    def forward(self, x):
        return [self.scaled(y) for y in (scale * x for scale in self.scales)]  # break: FG511


class Sliced(Base):
    def forward(self, x):
        return [self.scaled(x) for _ in itertools.islice(self.scales, 1)]  # break: FG511


class Zipped(Base):
    def forward(self, x):
        return [self.scaled(y) for _, y in zip(enumerate(self.scales), [x, x])]  # break: FG511


class Model(nn.Module):
    def __init__(self):
        super().__init__()
        kinds = (Numbered, NumberedLayers, Layers, Weights, Generated, Sliced, Zipped)
        self.ways = nn.ModuleList([kind() for kind in kinds])

    def forward(self, x, way):
        return self.ways[way](x)


def make():
    return Model()


def inputs():
    return [(torch.ones(4, 4), way) for way in range(7)]
