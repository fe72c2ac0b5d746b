"""Containers and records are compared item by item, and items are looked for, by a look at the tensors they hold."""

from collections import namedtuple
from dataclasses import dataclass

import torch
from torch import nn

Pair = namedtuple("Pair", "values count")


@dataclass
class State:
    values: torch.Tensor
    count: int = 0


@dataclass(order=True)
class Ranked:
    score: torch.Tensor
    count: int = 0


def lists(x, y):
    if [x] == [y]:  # break: FG103
        return x + 1
    return y


def tuples(x, y):
    return x + 1 if (1, x) != (1, y) else y  # break: FG103


def second(x, y):
    same = [x, y] == [x, x]  # break: FG103
    return x + same


def numbers(x, y):
    if (x, 1) == (2, 1):  # break: FG103
        return x + 1
    return y


def nested(x, y):
    if [(x, 1)] == [(y, 1)]:  # break: FG103
        return x + 1
    return y


def dictionaries(x, y):
    if {"a": x} == {"a": y}:  # break: FG103
        return x + 1
    return y


def states(x, y):
    if State(x) == State(y, 1):  # break: FG103
        return x + 1
    return y


def ranked(x, y):
    if Ranked(x) < Ranked(y):  # break: FG103
        return x + 1
    return y


def inside(x, y):
    if State(x) in [State(y)]:  # break: FG103
        return x + 1
    return y


def place(x, y):
    if [x, y].index(y) == 1:  # break: FG103
        return x + 1
    return y


def removed(x, y):
    kept = [x, y]
    kept.remove(y)  # break: FG103
    return kept[0] + 1


def counted(x, y):
    if (x, y).count(x) == 1:  # break: FG101
        return x + 1
    return y


class Model(nn.Module):
    def forward(self, x: torch.Tensor, y: torch.Tensor) -> torch.Tensor:
        x = lists(x, y) + x
        x = tuples(x, y) + x
        x = second(x, y) + x
        x = numbers(x, y) + x
        x = nested(x, y) + x
        x = dictionaries(x, y) + x
        x = states(x, y) + x
        x = ranked(x, y) + x
        x = inside(x, y) + x
        x = place(x, y) + x
        x = removed(x, y) + x
        return counted(x, y)


def make():
    return Model()


def inputs():
    return [(torch.ones(1), torch.zeros(1)), (torch.zeros(1), torch.ones(1))]
