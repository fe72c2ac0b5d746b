# fix: safe
import importlib
from importlib import import_module

import torch
from torch import nn


class Lazy(nn.Module):
    """What is imported is bound by its own statement, or right before the one that uses it."""

    def __init__(self):
        super().__init__()
        self.layer = nn.Linear(4, 4)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        x = self.layer(x)
        module = importlib.import_module("math")  # break: FG503
        x = x * module.pi
        cmath = import_module("cmath")  # break: FG503
        x = x * cmath.e
        third = __import__("string")  # break: FG503
        x = x + len(third.digits)
        factor = import_module("numbers").__name__ + "!"  # break: FG503
        return x * len(factor)


def make():
    return Lazy()


def inputs():
    return [(torch.ones(2, 4),), (torch.randn(2, 4),)]
