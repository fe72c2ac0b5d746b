# fix: unsafe
"""Counted in one place, read in arithmetic with tensors, and set back by another method."""

import torch
from torch import nn


class Base(nn.Module):
    def reset(self) -> None:
        self.calls = 0
        self.limit = 10

    def restart(self) -> None:
        self.calls = 3


class Counting(Base):
    def __init__(self, limit: int = 1) -> None:
        super().__init__()
        self.calls: int = 0  # of forward
        self.limit = limit
        self.scale = nn.Parameter(torch.ones(3))

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        decay = 0.5**self.calls  # recompile: FG701
        y = x * self.scale * decay
        self.calls += 1
        z = y + torch.where(x > 2, x, self.calls)
        return z / (1 + self.calls)


def make():
    return Counting()


def inputs():
    return [(torch.full((3,), 1.5) * sign,) for sign in (1, -1, 2, 3)]
