"""Attributes that a class computes: by ``__getattr__``, ``__setattr__`` and ``__delattr__``, and by descriptors."""

import torch
from torch import nn


class Held:
    def __init__(self, values: torch.Tensor) -> None:
        self.values = values

    def positive(self) -> torch.Tensor:
        return self.values.sum() > 0


class Wrapping:
    def __init__(self, inner) -> None:
        self.inner = inner

    def __getattr__(self, name):
        return getattr(self.inner, name)


class Layer(nn.Module):
    def scaled(self, x):
        if x.sum() > 0:  # break: FG101
            return x
        return -x


class Outer(nn.Module):
    def __init__(self, inner: nn.Module) -> None:
        super().__init__()
        self.inner = inner

    def __getattr__(self, name):
        try:
            return super().__getattr__(name)
        except AttributeError:
            return getattr(self.inner, name)

    def forward(self, x):
        return self.scaled(x)


class Checked:
    def __init__(self, values: torch.Tensor) -> None:
        self.values = values

    def __setattr__(self, name, value) -> None:
        if value.sum() > 0:  # break: FG101
            value = value * 2
        super().__setattr__(name, value)


class Total:
    def __get__(self, owner, cls):
        return owner.values.sum()


class Clipped:
    def __set_name__(self, owner, name) -> None:
        self.name = "_" + name

    def __get__(self, owner, cls):
        return getattr(owner, self.name)

    def __set__(self, owner, value) -> None:
        if value.sum() > 0:  # break: FG101
            value = -value
        setattr(owner, self.name, value)


class Totalled:
    total = Total()

    def __init__(self, values: torch.Tensor) -> None:
        self.values = values


class Limited:
    values = Clipped()

    def __init__(self, values: torch.Tensor) -> None:
        self.values = values


def wrapped(x):
    if Wrapping(Held(x)).positive():  # break: FG101
        return x + 1
    return x


def totalled(x):
    if Totalled(x).total > 0:  # break: FG101
        return x
    return x * 2


class Model(nn.Module):
    def __init__(self) -> None:
        super().__init__()
        self.outer = Outer(Layer())

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        y = wrapped(x) + x
        y = self.outer(y) + x
        y = Checked(y).values + x
        y = totalled(y) + x
        return Limited(y).values


def make():
    return Model()


def inputs():
    return [(torch.ones(2),), (-torch.ones(2),)]
