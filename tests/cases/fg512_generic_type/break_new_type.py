from typing import NewType

import torch
from torch import nn

Index = NewType("Index", int)
Logits = NewType("Logits", torch.Tensor)


class Number(nn.Module):
    def forward(self, x):
        return x[Index(1)] + 1  # break: FG512


class Value(nn.Module):
    def forward(self, x):
        return Logits(x * 2) + 1  # break: FG512


class Model(nn.Module):
    def __init__(self):
        super().__init__()
        self.ways = nn.ModuleList([Number(), Value()])

    def forward(self, way, x):
        return self.ways[way](x)


def make():
    return Model()


def inputs():
    return [(way, torch.ones(3)) for way in range(2)]
