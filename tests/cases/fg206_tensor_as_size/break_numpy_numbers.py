"""A number of NumPy's that a module holds has a value while it is traced, but `range` does not take it."""

import numpy as np
import torch
from torch import nn


class Patches(nn.Module):
    def __init__(self) -> None:
        super().__init__()
        self.depth = np.int64(2)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        for _ in range(self.depth):  # break: FG206
            x = x + 1
        return x


def make():
    return Patches()


def inputs():
    return [(torch.ones(3),)]
