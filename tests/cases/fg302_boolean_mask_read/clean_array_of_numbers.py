"""An array that is made of truth values, and asked for as numbers, is an index."""

import numpy as np
import torch
from torch import nn


class Model(nn.Module):
    def forward(self, x: torch.Tensor) -> torch.Tensor:
        first = np.array([True, False, True], dtype=np.int64)
        return x + x[:, first].sum()


def make():
    return Model()


def inputs():
    return [(torch.rand(3, 4),)]
