"""Operators of objects call their classes' methods, also under a second name, and those of the right operand."""

import torch
from torch import nn


class Poly:
    def __init__(self, values: torch.Tensor) -> None:
        self.values = values

    def __add__(self, other):
        if other.values.sum() > 0:  # break: FG101
            return Poly(self.values + other.values)
        return self

    def __mul__(self, factor):
        if self.values.max() > factor:  # break: FG101
            return Poly(self.values * factor)
        return self

    __rmul__ = __mul__

    def __neg__(self):
        if self.values.min() < 0:  # break: FG101
            return Poly(-self.values)
        return self

    def __lt__(self, other):
        return self.values.sum() < other.values.sum()

    def __eq__(self, other) -> bool:
        return self.values.shape == other.values.shape

    __hash__ = None


class Composed(nn.Module):
    def __init__(self, inner, function) -> None:
        super().__init__()
        self.inner = inner
        self.function = function

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return self.inner(self.function(x))


class Gated(nn.Module):
    def _after(self, function):
        return Composed(self, function)

    __lshift__ = _after

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        if x.sum() > 0:  # break: FG101
            return x
        return -x


class Model(nn.Module):
    def __init__(self) -> None:
        super().__init__()
        self.gated = Gated() << torch.tanh

    def forward(self, x: torch.Tensor, y: torch.Tensor) -> torch.Tensor:
        y = _added(x, y)
        y = _scaled(y) + x
        y = _turned(y) + x
        y = _compared(x, y)
        return self.gated(y)


def _added(x, y):
    return (Poly(x) + Poly(y)).values


def _scaled(y):
    return (3 * Poly(y)).values


def _turned(y):
    return (-Poly(y)).values


def _compared(x, y):
    if Poly(x) == Poly(y):
        y = y + 1
    if Poly(x) < Poly(y):  # break: FG101
        return y
    return y + 1


def make():
    return Model()


def inputs():
    return [(torch.ones(2), torch.ones(2)), (-torch.ones(2), torch.ones(2))]
