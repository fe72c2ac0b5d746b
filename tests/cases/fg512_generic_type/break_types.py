from typing import Annotated, Generic, NewType, Optional, TypeVar, cast

import torch
from torch import nn

T = TypeVar("T")
Index = NewType("Index", int)
Tensors = list[torch.Tensor]


class Box(Generic[T]):
    def __init__(self, value: T):
        self.value = value

    @classmethod
    def of(cls, value):
        return cls(value)


class Cast(nn.Module):
    def forward(self, x):
        box = cast(Box[torch.Tensor], Box(x))  # break: FG512
        return box.value + 1


class Absent(nn.Module):
    def forward(self, x):
        box = cast(Optional[Box[torch.Tensor]], Box(x))  # break: FG512
        return box.value + 1


class Method(nn.Module):
    def forward(self, x):
        box = Box[torch.Tensor].of(x)  # break: FG512
        return box.value + 1


class Lists(nn.Module):
    def forward(self, x):
        xs = cast(list[Tensors], [[x]])  # break: FG512
        return xs[0][0] + 1


class Indices(nn.Module):
    def forward(self, x):
        return x[cast(list[Index], [0, 1])] + 1  # break: FG512


class Noted(nn.Module):
    def forward(self, x):
        return cast(Annotated[torch.Tensor, "b c"], x) + 1  # break: FG512


class Model(nn.Module):
    def __init__(self):
        super().__init__()
        self.ways = nn.ModuleList([Cast(), Absent(), Method(), Lists(), Indices(), Noted()])

    def forward(self, way, x):
        return self.ways[way](x)


def make():
    return Model()


def inputs():
    return [(way, torch.ones(3)) for way in range(6)]
