"""Defaults that look like NumPy's numbers and are Python's, and NumPy's numbers that decide nothing."""

import math

import numpy as np
import torch
from torch import nn


class Gate(nn.Module):
    def __init__(self, limit=float(np.float64(0.5)), angle=np.pi, scale=np.float32(2.0)) -> None:  # noqa: B008
        super().__init__()
        self.limit = limit
        self.angle = angle
        self.scale = scale

    def forward(self, x: torch.Tensor, step=int(np.int64(1)), turn=math.pi) -> torch.Tensor:  # noqa: B008
        if self.limit > 0.1 or self.angle > 3 or step > 0 or turn > 3:
            x = x + 1
        return x * self.scale


def make():
    return Gate()


def inputs():
    return [(torch.ones(2),)]
