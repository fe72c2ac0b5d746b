# only: torch>=2.11
"""What is set on classes and functions outside of their bodies: by statements and by decorators."""

import functools

import torch
from torch import nn


def announced(cls):
    forward = cls.forward

    @functools.wraps(forward)
    def wrapper(self, *args):
        print("forward")  # break: FG401
        return forward(self, *args)

    cls.forward = wrapper
    return cls


@announced
class Decorated(nn.Module):
    def forward(self, x):
        return x + 1


class Added(nn.Module):
    def forward(self, x):
        return self.more(x)


def more(self, x):
    print(x.ndim)  # break: FG401
    return x


Added.more = more


class Several(nn.Module):
    def forward(self, x):
        return self.do_a(x) + self.do_b(x)


def named(name):
    def method(self, x):
        print(name)  # break: FG401
        return x

    return method


for letter in ("a", "b"):
    setattr(Several, f"do_{letter}", named(letter))


def dispatched(x):
    return dispatched.chosen(x)


def chosen(x):
    print(x.ndim)  # break: FG401
    return x


dispatched.chosen = chosen


class OfFunction(nn.Module):
    def forward(self, x):
        return dispatched(x)


class Static(nn.Module):
    loud = staticmethod(lambda x: (print(x.ndim), x)[1])  # break: FG401

    def forward(self, x):
        return self.loud(x)


class Once:
    def __init__(self, function):
        self.function = function

    def __get__(self, owner, kind=None):
        return self.function(owner)


class Described(nn.Module):
    @Once
    def scale(self):
        print("scale")  # break: FG401
        return 2

    def forward(self, x):
        return x * self.scale


class Model(nn.Module):
    def __init__(self):
        super().__init__()
        self.ways = nn.ModuleList(
            [
                Decorated(),
                Added(),
                Several(),
                OfFunction(),
                Static(),
                Described(),
            ]
        )

    def forward(self, x, way: int):
        return self.ways[way](x)


def make():
    return Model()


def inputs():
    return [(torch.ones(3), way) for way in range(6)]
