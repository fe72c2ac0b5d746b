"""Items that hold an object, which TorchDynamo takes for no constant: arguments, pairs, what a key gives."""

from dataclasses import dataclass

import torch
from torch import nn


@dataclass(frozen=True)
class Point:
    at: int


class Arguments(nn.Module):
    def forward(self, x):
        return self.kept(x, module=self, flag=False)

    def kept(self, x, **kwargs):
        for name, _ in sorted(kwargs.items()):  # break: FG103 (before 2.14)
            x = x + len(name)
        return x


class Methods(nn.Module):
    def forward(self, x):
        steps = {"b": self.twice, "a": None}
        for name, _ in sorted(steps.items()):  # break: FG103 (before 2.14)
            x = x + len(name)
        return x

    def twice(self, x):
        return x * 2


class Pairs(nn.Module):
    def forward(self, x):
        pairs = [(2, Point(1)), (1, Point(2))]
        pairs.sort()  # break: FG103 (before 2.14)
        return x * pairs[0][0]


class Keys(nn.Module):
    def forward(self, x):
        ranked = sorted([3, 1], key=lambda v: (v, Point(v)))  # break: FG103 (before 2.14)
        return x * ranked[0]


class Lists(nn.Module):
    def forward(self, x):
        ranked = sorted([[2, {"at": Point(1)}], [1, {"at": Point(2)}]])  # break: FG103 (before 2.14)
        return x * ranked[0][0]


class Greatest(nn.Module):
    def forward(self, x):
        return x * max([(1, Point(2)), (2, Point(1))])[0]  # break: FG103


class Model(nn.Module):
    def __init__(self):
        super().__init__()
        self.ways = nn.ModuleList([Arguments(), Methods(), Pairs(), Keys(), Lists(), Greatest()])

    def forward(self, x, way):
        return self.ways[way](x)


def make():
    return Model()


def inputs():
    return [(torch.ones(3), way) for way in range(6)]
