"""A call counter on the module itself: each call is another value."""

import torch
from torch import nn


class Counting(nn.Module):
    def __init__(self) -> None:
        super().__init__()
        self.calls = 0

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        y = x * 2
        self.calls += 1  # recompile: FG701
        return y


def make():
    return Counting()


def inputs():
    return [(torch.ones(3),)]
