import numpy as np
import torch
from torch import nn


class Text(nn.Module):
    def forward(self, x):
        np.zeros(3, dtype="U5")  # fails: FG204
        return x + 1


class Date(nn.Module):
    def forward(self, x):
        np.array(["2020-01-01"], dtype="datetime64[D]")  # fails: FG204
        return x + 1


class Object(nn.Module):
    def forward(self, x):
        np.empty(2, np.object_)  # fails: FG204
        return x + 1


class Fields(nn.Module):
    def forward(self, x):
        np.array([(1, 2.0)], dtype=[("a", int), ("b", float)])  # fails: FG204
        return x + 1


class Changed(nn.Module):
    def forward(self, x):
        np.ones(2).astype(np.str_)  # fails: FG204
        return x + 1


class Model(nn.Module):
    def __init__(self):
        super().__init__()
        self.ways = nn.ModuleList([Text(), Date(), Object(), Fields(), Changed()])

    def forward(self, way, x):
        return self.ways[way](x)


def make():
    return Model()


def inputs():
    return [(way, torch.randn(4, 8)) for way in range(5)]
