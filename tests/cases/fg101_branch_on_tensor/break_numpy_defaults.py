"""A NumPy number that is a parameter's default decides as an array does, here and where it is kept."""

import numpy as np
import torch
from torch import nn


class Gate(nn.Module):
    def __init__(self, limit=np.float64(0.5)) -> None:  # noqa: B008
        super().__init__()
        self.limit = limit

    def forward(self, x: torch.Tensor, scale=np.float32(2.0)) -> torch.Tensor:  # noqa: B008
        y = x * 2
        if self.limit > 0.1:  # break: FG101
            y = y + 1
        if scale > 1:  # break: FG101
            y = y * scale
        return y


def make():
    return Gate()


def inputs():
    return [(torch.ones(2),)]
