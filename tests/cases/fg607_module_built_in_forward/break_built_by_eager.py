"""Modules built behind a break in a loop, where eager calls their constructors, which are compiled by themselves."""

import torch
from torch import nn


class Named(nn.Module):
    def __init__(self):
        super().__init__()  # break: FG607
        self.name = "field"


class Field(Named):
    RANK = 2

    def __init__(self, data):
        rank = self.RANK  # break: FG607
        super().__init__()
        self.data = data[None] if data.ndim < rank else data


class Copied(nn.Module):
    def __init__(self, data):
        super().__init__()  # break: FG607
        self.data = data

    def doubled(self):
        return self.__class__(self.data * 2)


class Held:
    def __init__(self, data):
        self.data = data * 2


class Before(nn.Module):
    def forward(self, x):
        for _ in range(2):
            if x.sum() > 0:  # break: FG101
                x = x + 1
        return Field(x).data


class Inside(nn.Module):
    def forward(self, x):
        for _ in range(2):
            print(x.ndim)  # break: FG401
            x = Copied(x).data + 1
        return x


class NotBehind(nn.Module):
    def forward(self, x):
        held = Copied(x).doubled()
        return held.data + Held(x).data


class Model(nn.Module):
    def __init__(self):
        super().__init__()
        self.ways = nn.ModuleList([Before(), Inside(), NotBehind()])

    def forward(self, x, way):
        return self.ways[way](x)


def make():
    return Model()


def inputs():
    return [(torch.ones(3), way) for way in range(3)]
