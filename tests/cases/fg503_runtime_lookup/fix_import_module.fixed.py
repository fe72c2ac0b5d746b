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
        import math as module  # break: FG503
        x = x * module.pi
        import cmath  # break: FG503
        x = x * cmath.e
        import string as third  # break: FG503
        x = x + len(third.digits)
        import numbers
        factor = numbers.__name__ + "!"  # break: FG503
        return x * len(factor)


def make():
    return Lazy()


def inputs():
    return [(torch.ones(2, 4),), (torch.randn(2, 4),)]
