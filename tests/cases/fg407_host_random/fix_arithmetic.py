# fix: unsafe
# only: torch<2.14
import random

import numpy as np
import torch
from torch import nn


class Jitter(nn.Module):
    """No width, so that every draw gives the same."""

    def __init__(self):
        super().__init__()
        self.fc = nn.Linear(3, 3)
        self.width = 0.0

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        h = self.fc(x)
        h = h * (1.5 + self.width * random.random())  # break: FG407
        h = h + np.random.normal(2.0, self.width)  # break: FG407
        h = h - 0.0 * random.gauss(0, 1)  # break: FG407
        h = np.random.uniform(2.0, high=2.0) * h  # break: FG407
        shift = -np.random.randn() * self.width  # break: FG407
        h = h + shift
        scale = random.uniform(3, 3) * 2 - 1  # break: FG407
        return h * scale


def make():
    return Jitter()


def inputs():
    return [(torch.randn(2, 3),) for _ in range(2)]
