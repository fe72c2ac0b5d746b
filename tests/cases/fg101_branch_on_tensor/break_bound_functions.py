"""Functions that are bound to an object by hand are its methods, and as its forward what a call runs."""

import types

import torch
from torch import nn


def gated(self, x):
    if x.sum() > 0:  # break: FG101
        x = -x
    return x @ self.weight


def added(self, x):
    if self.layer(x).sum() > 0:  # break: FG101
        x = x + 1
    return x


def halved(self, x):
    if x.min() > self.limit:  # break: FG101
        x = x / 2
    return self.added(x)


class Patched(nn.Module):
    def __init__(self) -> None:
        super().__init__()
        self.limit = 0
        self.layer = nn.Linear(2, 2)
        self.layer.forward = types.MethodType(gated, self.layer)
        self.added = added.__get__(self)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return x


def make():
    model = Patched()
    model.forward = types.MethodType(halved, model)
    return torch.compile(model)


def inputs():
    return [(torch.ones(2, 2),), (-torch.ones(2, 2),)]
