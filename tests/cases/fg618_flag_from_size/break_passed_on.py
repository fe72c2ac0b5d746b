"""The answer is passed to a function, or is one of several."""

import torch
import torch.nn.functional as F
from torch import nn


class Passed(nn.Module):
    def drop(self, x, training):
        return F.dropout(x, 0.0, training=training)  # break: FG618

    def forward(self, x):
        return self.drop(x, len(x[0]) != 1)


class Both(nn.Module):
    def forward(self, x):
        many = self.training and x.shape[1] > 1
        return F.dropout(x, 0.0, training=many)  # break: FG618


class Sorted(nn.Module):
    def forward(self, x):
        y = x + 1
        return y.sort(1, descending=bool(y.shape[1] > 1))[0]  # break: FG618


class Model(nn.Module):
    def __init__(self):
        super().__init__()
        self.ways = nn.ModuleList([Passed(), Both(), Sorted()])

    def forward(self, x, way):
        return self.ways[way](x)


def make():
    return Model()


def inputs():
    return [(torch.ones(2, length, 4, 8), way) for way in range(3) for length in (3, 4)]
