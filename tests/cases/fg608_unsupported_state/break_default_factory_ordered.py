# only: torch>=2.13
"""An object of a dataclass with a field whose factory is OrderedDict, or a frozen dataclass."""

import collections
from dataclasses import dataclass, field
from typing import Any

import torch
from torch import nn


@dataclass(frozen=True)
class Frozen:
    first: int = 1


@dataclass
class Ordered:
    x: torch.Tensor
    held: Any = field(default_factory=collections.OrderedDict)


@dataclass
class OfFrozen:
    x: torch.Tensor
    held: Frozen = field(default_factory=Frozen)


class Records(nn.Module):
    def forward(self, x: torch.Tensor) -> torch.Tensor:
        made = Ordered(x)  # break: FG608
        other = OfFrozen(x)  # break: FG608
        return made.x + other.x


def make() -> nn.Module:
    return Records()


def inputs() -> list[tuple[torch.Tensor]]:
    return [(torch.ones(3),)]
