"""A flag that NumPy computes in the constructor: it is traced as an array, even where it is handed on."""

import numpy as np
import torch
from torch import nn


class Up(nn.Module):
    def __init__(self, temporal: bool = True) -> None:
        super().__init__()
        self.temporal = temporal

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        factor = 4 if self.temporal else 2  # break: FG103
        return x * factor


class Net(nn.Module):
    def __init__(self, ratio: int = 4) -> None:
        super().__init__()
        self.ups = nn.ModuleList()
        for level in range(3):
            self.ups.append(Up(level >= np.log2(8 // ratio)))

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        for up in self.ups:
            x = up(x)
        return x


def make():
    return Net()


def inputs():
    return [(torch.ones(3),)]
