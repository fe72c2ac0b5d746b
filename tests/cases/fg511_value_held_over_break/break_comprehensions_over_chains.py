# only: python<3.12, torch>=2.14
"""Iterators of ``itertools``, and of ``filter``, are handed over and not traced."""

import itertools

import torch
from torch import nn


class Base(nn.Module):
    def scaled(self, x):
        if x.sum() > 3:  # break: FG101
            return x + 1
        return x


class Chained(Base):
    def forward(self, x):
        return [self.scaled(y) for y in itertools.chain([x], [x])]  # break[default]: FG511


class Filtered(Base):
    def forward(self, x):
        return [self.scaled(y) for y in filter(lambda one: one is not None, [x])]  # break[default]: FG511


class Model(nn.Module):
    def __init__(self):
        super().__init__()
        self.ways = nn.ModuleList([Chained(), Filtered()])

    def forward(self, x, way):
        return self.ways[way](x)


def make():
    return Model()


def inputs():
    return [(torch.ones(3, 4), way) for way in range(2)]
