"""Functions that are bound by hand and ask nothing of data, and a forward that another one stands in for."""

import types

import torch
from torch import nn


def widened(self, x):
    if x.shape[-1] < self.width:
        x = nn.functional.pad(x, (0, self.width - x.shape[-1]))
    return x


def plain(self, x):
    return self.widened(x) * 2


class Patched(nn.Module):
    def __init__(self) -> None:
        super().__init__()
        self.width = 4
        self.widened = types.MethodType(widened, self)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return x


class Layer(nn.Module):
    def __init__(self) -> None:
        super().__init__()
        self.inner = Patched()
        self.inner.forward = plain.__get__(self.inner, Patched)
        self.norm = nn.LayerNorm(4)
        self.norm.forward = self.norm.forward

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return self.norm(self.inner(x))


def make():
    return torch.compile(Layer())


def inputs():
    return [(torch.ones(2, 2),), (-torch.ones(2, 4),)]
