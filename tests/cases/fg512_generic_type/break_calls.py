from collections import defaultdict, deque
from typing import Generic, TypeVar

import torch
from torch import nn

T = TypeVar("T")
Tensors = list[torch.Tensor]
Table = defaultdict[str, list]


class Box(Generic[T]):
    def __init__(self, value: T):
        self.value = value


IntBox = Box[int]


class List(nn.Module):
    def forward(self, x):
        found = list[torch.Tensor]()  # break: FG512
        found.append(x)
        return found[0] + 1


class Named(nn.Module):
    def forward(self, x):
        found = Tensors([x, x])  # break: FG512
        return found[0] + found[1]


class Default(nn.Module):
    def forward(self, x):
        found = Table(list)  # break: FG512
        found["a"].append(x)
        return found["a"][0] + 1


class Queue(nn.Module):
    def forward(self, x):
        last = deque[int](maxlen=2)  # break: FG512
        last.append(1)
        return x + last[0]


class Made(nn.Module):
    def forward(self, x):
        box = Box[int](x)  # break: FG512
        return box.value + 1


class NamedClass(nn.Module):
    def forward(self, x):
        box = IntBox(x)  # break: FG512
        return box.value + 1


class Attribute(nn.Module):
    kind = dict[str, torch.Tensor]

    def forward(self, x):
        found = self.kind(a=x)  # break: FG512
        return found["a"] + 1


class Model(nn.Module):
    def __init__(self):
        super().__init__()
        self.ways = nn.ModuleList([List(), Named(), Default(), Queue(), Made(), NamedClass(), Attribute()])

    def forward(self, way, x):
        return self.ways[way](x)


def make():
    return Model()


def inputs():
    return [(way, torch.ones(3)) for way in range(7)]
