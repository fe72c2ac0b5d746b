"""Comparisons of containers that no tensor data decides: by the same tensors, by constants, by lengths and kinds."""
# only: torch>=2.13

from collections import namedtuple
from dataclasses import dataclass

import torch
from torch import nn

Pair = namedtuple("Pair", "values count")


@dataclass(eq=False)
class Held:
    values: torch.Tensor


@dataclass
class State:
    values: torch.Tensor


class Model(nn.Module):
    def forward(self, x: torch.Tensor, y: torch.Tensor) -> torch.Tensor:
        z = x * 1
        if [x] == [x] and (x, y) == (x, y) and {"a": x} == {"a": x}:
            z = z + 1
        if (1, x) == (2, y) or [x] == [x, y] or [x] == (x,) or [x] == [None] or [x] == ["a"]:
            z = z + 2
        if {"a": x} == {"b": y} or {x} == {y} or y in {x}:
            z = z + 3
        if Held(x) == Held(y) or State(x) == x or x == [1.0]:
            z = z + 4
        if Pair(1, x) == Pair(2, x):
            z = z + 5
        if [x.shape, 1] == [y.shape, 1] and list(x.shape) == [1]:
            z = z + 6
        z = z * [x, y].count(x)
        kept = [x, y]
        kept.remove(x)
        return z * [x, y].index(x) + kept[0]


def make():
    return Model()


def inputs():
    return [(torch.ones(1), torch.zeros(1)), (torch.zeros(1), torch.ones(1))]
