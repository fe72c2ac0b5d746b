"""Objects of dataclasses whose fields have classes, bound methods and partial functions as factories."""

import collections
import functools
from dataclasses import dataclass, field
from typing import Any

import torch
from torch import nn


class Bag:
    def __init__(self) -> None:
        self.first = 1.0

    def count(self) -> int:
        return 3


BAG = Bag()


@dataclass
class OfClass:
    x: torch.Tensor
    held: Bag = field(default_factory=Bag)


@dataclass
class Child(OfClass):
    more: int = 3


@dataclass
class OfLayer:
    x: torch.Tensor
    held: nn.Module = field(init=False, default_factory=nn.Identity)


@dataclass
class OfCounter:
    x: torch.Tensor
    held: Any = field(default_factory=collections.Counter)


@dataclass
class OfMethod:
    x: torch.Tensor
    held: int = field(default_factory=BAG.count)


@dataclass
class OfPartial:
    x: torch.Tensor
    held: Any = field(default_factory=functools.partial(list, (1,)))


def record(way: int, x: torch.Tensor) -> Any:
    if way == 0:
        return OfClass(x)  # break: FG608
    if way == 1:
        return Child(x)  # break: FG608
    if way == 2:
        return OfLayer(x)  # break: FG608
    if way == 3:
        return OfCounter(x)  # break: FG608
    if way == 4:
        return OfMethod(x)  # break: FG608
    if way == 5:
        return OfPartial(x)  # break: FG608
    return OfClass(x, Bag())


class Records(nn.Module):
    def forward(self, x: torch.Tensor, way: int) -> torch.Tensor:
        return record(way, x).x + 1


def make() -> nn.Module:
    return Records()


def inputs() -> list[tuple[torch.Tensor, int]]:
    return [(torch.ones(3), way) for way in range(7)]
