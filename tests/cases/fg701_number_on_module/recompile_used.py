"""The number is read before it is counted; the guard is about the first read."""

import torch
from torch import nn


class Warmup(nn.Module):
    def __init__(self, size: int = 3) -> None:
        super().__init__()
        self.scale = nn.Parameter(torch.ones(size))
        self.step = 0

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        y = x * self.scale * (self.step + 1)  # recompile: FG701
        z = y + self.step
        self.step = self.step + 1
        return z


def make():
    return Warmup()


def inputs():
    return [(torch.ones(3),)]
