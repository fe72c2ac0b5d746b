"""Objects of dataclasses whose fields have functions, lists and dictionaries as factories, or are given."""

from collections import deque
from dataclasses import dataclass, field
from typing import Any, NamedTuple

import torch
from torch import nn


class Bag:
    def __init__(self) -> None:
        self.first = 1.0


class Pair(NamedTuple):
    first: int = 1
    second: int = 2


def bag() -> Bag:
    return Bag()


@dataclass
class Record:
    x: torch.Tensor
    made: Bag = field(default_factory=bag)
    named: Bag = field(default_factory=lambda: Bag())
    items: list = field(default_factory=list)
    table: dict = field(default_factory=dict)
    queue: Any = field(default_factory=deque)
    pair: Pair = field(default_factory=Pair)


@dataclass
class OfClass:
    x: torch.Tensor
    held: Bag = field(default_factory=Bag)


class Records(nn.Module):
    def forward(self, x: torch.Tensor) -> torch.Tensor:
        made = Record(x)
        made.items.append(x)
        given = OfClass(x, Bag())
        named = OfClass(x=x, held=Bag())
        return made.items[0] + given.held.first + named.held.first + made.pair.second


def make() -> nn.Module:
    return Records()


def inputs() -> list[tuple[torch.Tensor]]:
    return [(torch.ones(3),)]
