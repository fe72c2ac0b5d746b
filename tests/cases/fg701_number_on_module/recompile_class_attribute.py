"""A counter that begins as an attribute of the class."""

import torch
from torch import nn


class Counting(nn.Module):
    calls = 0
    size = 3

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        y = x * self.size
        self.calls += 1  # recompile: FG701
        return y


def make():
    return Counting()


def inputs():
    return [(torch.ones(3),)]
