"""Objects of classes as decorators: a call of what they decorate enters them."""

import contextlib

import torch
from torch import nn


class Scope(contextlib.ContextDecorator):
    def __enter__(self):
        return self

    def __exit__(self, *error):
        return False


@Scope()
def doubled(x):
    return x * 2


class Method(nn.Module):
    @Scope()
    def inner(self, x):
        return x + 1

    def forward(self, x):
        return self.inner(x) * 2  # break: FG411 (before 2.14)


class Called(nn.Module):
    def forward(self, x):
        return doubled(x) + 1  # break: FG411 (before 2.14)


class Inner(nn.Module):
    def forward(self, x):
        @Scope()
        def tripled(x):
            return x * 3

        return tripled(x)


class Model(nn.Module):
    def __init__(self):
        super().__init__()
        self.ways = nn.ModuleList([Method(), Called(), Inner()])

    def forward(self, x, way: int):
        return self.ways[way](x)


def make():
    return Model()


def inputs():
    return [(torch.ones(3), way) for way in range(3)]
