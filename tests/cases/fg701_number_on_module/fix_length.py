# fix: unsafe
"""Moved on by the length of an input, while training."""

import torch
from torch import nn


class Average(nn.Module):
    def __init__(self, seen: int = 1) -> None:
        super().__init__()
        self.total = 2
        self.seen = seen
        self.register_buffer("sum", torch.zeros(3))

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        if self.training:
            self.sum = self.sum + x.detach().sum(0)
            self.seen += len(x)  # recompile: FG701
        return (x - self.sum / self.seen) * self.total


def make():
    return Average()


def inputs():
    return [(torch.arange(6.0).reshape(2, 3) + shift,) for shift in range(4)]
