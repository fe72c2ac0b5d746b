"""Making an object runs its class's ``__new__`` and ``__init__``, and a dataclass's ``__post_init__``."""

from dataclasses import InitVar, dataclass, field

import torch
from torch import nn


class Signed:
    def __new__(cls, values: torch.Tensor):
        made = super().__new__(cls)
        if values.sum() > 0:  # break: FG101
            made.values = values
        else:
            made.values = -values
        return made


class Scaled:
    def __new__(cls, values: torch.Tensor):
        made = object.__new__(cls)
        made.values = values * 2
        return made

    def __init__(self, values: torch.Tensor) -> None:
        self.total = self.values.sum()


class Doubled:
    def __new__(cls, values: torch.Tensor):
        return values * 2


@dataclass
class Positive:
    values: torch.Tensor
    shift: int = 0

    def __post_init__(self) -> None:
        if self.values.sum() > 0:  # break: FG101
            self.shift = 1


@dataclass
class Moved(Positive):
    def __post_init__(self) -> None:
        super().__post_init__()


@dataclass
class Summed:
    values: torch.Tensor
    factor: InitVar[float] = 2.0
    kept: list = field(default_factory=list)
    total: torch.Tensor = field(init=False)

    def __post_init__(self, factor: float) -> None:
        self.total = self.values.sum() * factor
        self.kept.append(self.total)


@dataclass
class Written:
    values: torch.Tensor

    def __init__(self, values: torch.Tensor) -> None:
        self.values = values
        if values.sum() > 0:  # break: FG101
            self.values = values + 1


class Derived(Summed):
    pass


def scaled(x):
    if Scaled(x).total > 0:  # break: FG101
        return x
    return -x


def doubled(x):
    y = Doubled(x)
    if y.sum() > 0:  # break: FG101
        return x + 1
    return x


def summed(x):
    if Summed(x).total > 0:  # break: FG101
        return x + 1
    return x


def derived(x):
    made = Derived(x, 3.0)
    if made.kept[0] > 0:  # break: FG101
        return x + 1
    return x


class Model(nn.Module):
    def forward(self, x: torch.Tensor) -> torch.Tensor:
        y = Signed(x).values + Moved(x).values
        y = Written(y).values + x
        y = scaled(y) + x
        y = doubled(y) + x
        y = summed(y) + x
        return derived(y)


def make():
    return Model()


def inputs():
    return [(torch.ones(2),), (-torch.ones(2),)]
