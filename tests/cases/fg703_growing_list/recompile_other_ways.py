"""The other ways to add to a list."""

import torch
from torch import nn


class Extend(nn.Module):
    def __init__(self) -> None:
        super().__init__()
        self.seen = []

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        y = x * 2
        self.seen.extend([x, y])  # recompile: FG703
        return y


def make():
    return Extend()


def inputs():
    return [(torch.ones(3),)]
