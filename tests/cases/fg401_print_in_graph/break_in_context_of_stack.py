# only: torch>=2.13
"""Contexts by generators that a stack enters, and that decorate functions."""

from contextlib import ExitStack, contextmanager

import torch
from torch import nn


class Settings:
    loud = False
    level = 0


@contextmanager
def loud():
    before = Settings.loud
    Settings.loud = True
    try:
        yield
    finally:
        Settings.loud = before


@contextmanager
def level(number):
    before = Settings.level
    Settings.level = number
    yield number
    Settings.level = before


class OnStack(nn.Module):
    def forward(self, x):
        with ExitStack() as stack:
            number = stack.enter_context(level(3))
            if Settings.level > 2:
                print(x.ndim)  # break: FG401
        return x * number


class BehindStack(nn.Module):
    def forward(self, x):
        with ExitStack() as stack:
            stack.enter_context(loud())
            x = x + 1
        if Settings.loud:
            print(x.ndim)
        return x


@loud()
def loudly(x):
    if Settings.loud:
        print(x.ndim)  # break: FG401
    return x + 1


@level(2)
def quietly(x):
    return x + 1


class Decorated(nn.Module):
    def forward(self, x):
        return loudly(x)


class BehindDecorated(nn.Module):
    def forward(self, x):
        x = quietly(x)
        if Settings.level:
            print(x.ndim)
        return x


class Method(nn.Module):
    @level(3)
    def run(self, x):
        if Settings.level > 2:
            print(x.ndim)  # break: FG401
        return x

    def forward(self, x):
        return self.run(x)


class Model(nn.Module):
    def __init__(self):
        super().__init__()
        self.ways = nn.ModuleList([OnStack(), BehindStack(), Decorated(), BehindDecorated(), Method()])

    def forward(self, x, way: int):
        return self.ways[way](x)


def make():
    return Model()


def inputs():
    return [(torch.ones(3), way) for way in range(5)]
