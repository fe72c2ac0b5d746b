"""A context is given the answer: compiling fails."""

import torch
from torch import nn


class Grad(nn.Module):
    def forward(self, x):
        y = x + 1
        with torch.set_grad_enabled(y.shape[1] > 1):  # fails: FG618
            return y * 2


class Model(nn.Module):
    def __init__(self):
        super().__init__()
        self.ways = nn.ModuleList([Grad()])

    def forward(self, x, way):
        return self.ways[way](x)


def make():
    return Model()


def inputs():
    return [(torch.ones(2, length, 4, 8), way) for way in range(1) for length in (3, 4)]
