"""Arrays of objects of a class of the project, in a display and in a list that a loop fills; not of what NumPy reads."""

import numpy as np
import torch
from torch import nn


class Pair:
    def __init__(self, value):
        self.value = value


class Number:
    def __init__(self, value):
        self.value = value

    def __float__(self):
        return self.value


class Filled(nn.Module):
    def forward(self, x):
        found = []
        for row in x:
            found.append(Pair(row))
        kept = np.array(found)  # break: FG204
        return x + len(found)


class Listed(nn.Module):
    def forward(self, x):
        kept = np.asarray([Pair(1), Pair(2)])  # break: FG204
        return x + 1


class Rows(nn.Module):
    def forward(self, x):
        kept = np.array([pair.value for pair in (Pair(1), Pair(2))])
        return x + torch.from_numpy(kept)


class Model(nn.Module):
    def __init__(self):
        super().__init__()
        self.ways = nn.ModuleList([Filled(), Listed(), Rows()])

    def forward(self, x, way: int):
        return self.ways[way](x)


def make():
    return Model()


def inputs():
    return [(torch.ones(2, 2), way) for way in range(3)]
