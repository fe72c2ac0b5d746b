"""``tensor in numbers`` compares it with each of them until one is equal, and an array with texts and None too."""

import numpy as np
import torch
from torch import nn


class Steps(nn.Module):
    def __init__(self, first: int = 1, kept: np.int64 = np.int64(1)) -> None:
        super().__init__()
        self.steps = [1, 2]
        self.first = first
        self.kept = kept

    def forward(self, x: torch.Tensor, t: torch.Tensor) -> torch.Tensor:
        y = x * 2
        if t in (1, 2):  # break: FG101
            y = y + 1
        if t in self.steps:  # break: FG101
            y = y + 1
        if y.dim() == 1 and t in [None, self.first]:  # break: FG101
            y = y + 1
        if t in (x.shape[0], "last"):  # break: FG101
            y = y + 1
        if self.kept in (3, 4):  # break: FG101
            y = y + 1
        if self.kept in (None, "last"):  # break: FG101
            y = y + 1
        return y


def make():
    return Steps()


def inputs():
    return [(torch.ones(2), torch.tensor(t)) for t in (1, 2, 5)]
