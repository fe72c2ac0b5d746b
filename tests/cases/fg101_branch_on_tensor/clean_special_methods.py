"""Special methods of objects that decide nothing by data, and those that Python does not call."""

from dataclasses import dataclass
from typing import ClassVar

import torch
from torch import nn


@dataclass(frozen=True)
class Sized:
    limit: ClassVar[int] = 3
    values: torch.Tensor
    count: int = 0

    def __post_init__(self) -> None:
        if self.values.shape[0] > self.limit:
            raise ValueError("too many")
        object.__setattr__(self, "count", self.values.shape[0])


class Named:
    kind = "plain"

    def __new__(cls, values: torch.Tensor):
        made = super().__new__(cls)
        made.values = values
        return made

    def __getattr__(self, name):
        if self.values.sum() > 0:
            return 1
        return 2

    def __repr__(self) -> str:
        if self.values.sum() > 0:
            return "one"
        return "two"


class Table(dict):
    def __missing__(self, key):
        if torch.rand(()) > 0:
            return 1
        return 2


class Shared:
    def __get__(self, owner, cls):
        return 2


class Held:
    factor = Shared()

    def __init__(self, values: torch.Tensor) -> None:
        self.values = values

    def __len__(self) -> int:
        return self.values.shape[0]

    def __getitem__(self, place):
        return self.values[place]

    def __iter__(self):
        yield self.values
        yield self.values + 1

    def __add__(self, number):
        return Held(self.values + number)


class Model(nn.Module):
    def forward(self, x: torch.Tensor) -> torch.Tensor:
        sized = Sized(x)
        named = Named(x)
        table = Table(a=3)
        table["b"] = 4
        held = Held(x)
        held = held + 1
        if sized.count > 1 and named.kind == "plain":
            x = x + sized.values + named.values
        for part in held:
            x = x + part
        return x * table["a"] * table["b"] * held.factor + held[0] * len(held)


def make():
    return Model()


def inputs():
    return [(torch.ones(2),), (-torch.ones(2),)]
