"""``super()`` in a classmethod of an autograd.Function; ``cls`` itself is known there."""

import torch
from torch import nn


class Scale(torch.autograd.Function):
    factor = 2

    @classmethod
    def project(cls, x):
        return x * 2

    @staticmethod
    def shift(x):
        return x + 1

    @classmethod
    def forward(cls, ctx, x, exponent):
        return cls.shift(cls.project(x)) ** exponent

    @classmethod
    def backward(cls, ctx, gradient):
        return gradient * cls.factor, None


class Square(Scale):
    factor = 3

    @classmethod
    def forward(cls, ctx, x):
        return super().forward(ctx, x, 2)  # fails: FG612


class Named(Scale):
    @classmethod
    def forward(cls, ctx, x):
        return super(Named, cls).project(x)  # fails: FG612


class Shifted(Scale):
    @classmethod
    def forward(cls, ctx, x):
        return super().shift(x)  # fails: FG612


class Direct(Scale):
    factor = 4

    @classmethod
    def forward(cls, ctx, x):
        return cls.shift(cls.project(x) * cls.factor)


class ASquare(nn.Module):
    def forward(self, x):
        return Square.apply(x)


class ANamed(nn.Module):
    def forward(self, x):
        return Named.apply(x)


class AShifted(nn.Module):
    def forward(self, x):
        return Shifted.apply(x)


class ADirect(nn.Module):
    def forward(self, x):
        return Direct.apply(x)


class Model(nn.Module):
    def __init__(self):
        super().__init__()
        self.ways = nn.ModuleList([ASquare(), ANamed(), AShifted(), ADirect()])

    def forward(self, x, way: int):
        return self.ways[way](x)


def make():
    return Model()


def inputs():
    return [(torch.ones(2, 3), way) for way in range(4)]
