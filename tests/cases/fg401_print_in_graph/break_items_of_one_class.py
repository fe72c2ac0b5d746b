"""Items of which the code asserts the class are followed into that class's methods."""

import torch
from torch import nn


class Item:
    def __init__(self, value):
        self.value = value

    def scale(self, x):
        print(x.ndim)  # break: FG401
        return x * self.value


def scaled(x, items):
    if not (isinstance(items, list) and all(isinstance(one, Item) for one in items)):
        raise TypeError("a list of items is needed")
    for one in items:
        x = one.scale(x)
    return x


class Model(nn.Module):
    def forward(self, x, items):
        return scaled(x, items)


def make():
    return Model()


def inputs():
    return [(torch.ones(3), [Item(2), Item(3)])]
