"""An operator between a tensor and an object, whatever method of the object Python would call for it."""

from dataclasses import dataclass

import torch
from torch import nn


class Scale:
    def __init__(self, factor: float) -> None:
        self.factor = factor

    def __mul__(self, other):
        return other * self.factor

    __rmul__ = __mul__

    def __iadd__(self, other):
        return self


@dataclass
class Shift:
    by: torch.Tensor

    def __radd__(self, other):
        return other + self.by


class Gate(nn.Module):
    def __matmul__(self, other):
        return other + 1


def scaled(x):
    return Scale(2.0) * x  # break: FG608


def scaled_by(x):
    return x * Scale(2.0)  # break: FG608


def shifted(x):
    return x + Shift(x)  # break: FG608


def updated(x):
    scale = Scale(2.0)
    scale += x  # break: FG608
    return x * scale.factor


class Model(nn.Module):
    def __init__(self) -> None:
        super().__init__()
        self.gate = Gate()

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        x = scaled(x) + x
        x = scaled_by(x) + x
        x = shifted(x) + x
        x = updated(x) + x
        return self.gated(x)

    def gated(self, x):
        return self.gate @ x  # break: FG608


def make():
    return Model()


def inputs():
    return [(torch.ones(2),)]
