"""Recurrent layers in lists and dictionaries of modules that are asked what they are."""

import torch
from torch import nn


class Parts(nn.Module):
    def __init__(self):
        super().__init__()
        self.layers = nn.ModuleList([nn.LSTM(4, 4, batch_first=True), nn.Linear(4, 4)])
        self.named = nn.ModuleDict({"first": nn.GRU(4, 4), "last": nn.Linear(4, 4)})


class Indexed(Parts):
    def forward(self, x):
        if isinstance(self.layers[0], nn.Linear):  # break: FG606
            return x + 1
        return x + 2


class Looped(Parts):
    def forward(self, x):
        for layer in self.layers:
            if isinstance(layer, (nn.Linear, nn.Conv1d)):  # break: FG606
                x = layer(x)
        return x


class Named(Parts):
    def forward(self, x):
        for _, layer in self.named.items():
            if hasattr(layer, "out_features"):  # break: FG606
                x = x + 1
        return x


class Typed(Parts):
    def forward(self, x):
        for layer in self.layers:
            x = x + (1 if type(layer) is nn.Linear else 2)  # break: FG606
        return x


class Called(Parts):
    def forward(self, x):
        for layer in reversed(self.layers):
            if callable(layer):  # break: FG606
                x = x + 1
        return x


class Model(nn.Module):
    def __init__(self):
        super().__init__()
        self.ways = nn.ModuleList([way() for way in (Indexed, Looped, Named, Typed, Called)])

    def forward(self, x, way: int):
        return self.ways[way](x)


def make():
    return torch.compile(Model())


def inputs():
    return [(torch.ones(2, 3, 4), way) for way in range(5)]
