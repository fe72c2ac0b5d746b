"""What the graph computes of a number of NumPy's that the module holds has no value while it is traced."""

import numpy as np
import torch
from torch import nn


class Model(nn.Module):
    def __init__(self):
        super().__init__()
        self.n = np.int64(3)
        self.sizes = np.array([2, 2])

    def cut(self, x: torch.Tensor) -> torch.Tensor:
        return x[: self.n - 1] * 2  # break[default]: FG206

    def shaped(self, x: torch.Tensor) -> torch.Tensor:
        return x.reshape(self.n // 3, -1) * 2  # break[default]: FG206

    def made(self, x: torch.Tensor) -> torch.Tensor:
        return torch.zeros(2, self.n + 1) + x[0]  # break[default]: FG206

    def least(self, x: torch.Tensor) -> torch.Tensor:
        return x.new_zeros(max(self.n, 2) - 1).sum() + x[0]  # break[default]: FG206

    def several(self, x: torch.Tensor) -> torch.Tensor:
        return x.new_zeros(*self.sizes).sum() + x[0]  # break[default]: FG206

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        total = self.cut(x).sum() + self.shaped(x).sum() + self.made(x).sum()
        return total + self.least(x).sum() + self.several(x).sum()


def make():
    return Model()


def inputs():
    return [(torch.ones(4, 4),)]
