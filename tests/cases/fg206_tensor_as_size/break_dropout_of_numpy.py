"""Dropout tests its probability, here one of ``np.linspace``."""

import numpy as np
import torch
from torch import nn
from torch.nn import functional


class Model(nn.Module):
    def __init__(self):
        super().__init__()
        self.rate = np.float64(0.0)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return functional.dropout(x + 1, self.rate, self.training) * 2  # break: FG206


def make():
    return Model()


def inputs():
    return [(torch.ones(4, 4),)]
