# only: torch>=2.13
"""Objects that wrap others of their kind: each runs the same function of the base class inside of another."""

import torch
from torch import nn


class Transform:
    def __call__(self, x):
        return self.apply(x)


class Noisy(Transform):
    def apply(self, x):
        print(x.ndim)  # break: FG401
        return x + 1


class Other(Transform):
    def apply(self, x):
        print(x.shape)  # break: FG401
        return x + 1


class Compose(Transform):
    def __init__(self, parts):
        self.parts = parts

    def apply(self, x):
        for part in self.parts:
            x = part(x)
        return x


class Named(Transform):
    def __init__(self, name, part):
        self.name = name
        self.part = part

    def apply(self, x):
        return self.part(x)


class Deep(nn.Module):
    def __init__(self):
        super().__init__()
        self.transform = Compose([Named("outer", Named("inner", Compose([Noisy()])))])

    def forward(self, x):
        return self.transform(x)


class Same(nn.Module):
    def __init__(self):
        super().__init__()
        self.transform = Compose([Compose([Compose([Other()])])])

    def forward(self, x):
        return self.transform(x)


class Model(nn.Module):
    def __init__(self):
        super().__init__()
        self.ways = nn.ModuleList([Deep(), Same()])

    def forward(self, x, way: int):
        return self.ways[way](x)


def make():
    return Model()


def inputs():
    return [(torch.ones(3), way) for way in range(2)]
