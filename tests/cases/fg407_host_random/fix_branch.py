# fix: unsafe
# only: torch>=2.13
import random

import numpy as np
import torch
from torch import nn


class Noise(nn.Module):
    """Rates of 0 and 1, so that every draw decides the same."""

    def __init__(self):
        super().__init__()
        self.fc = nn.Linear(3, 3)
        self.always = 1.0
        self.never = 0.0

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        h = self.fc(x)
        if random.random() < self.always:  # break: FG407
            h = h * 2
        if random.uniform(0, 1) < self.never:  # break: FG407
            h = h - 1
        else:
            h = h + 3
        drawn = np.random.rand()  # break: FG407
        if not drawn < self.always:
            h = h * 5
        drop = random.uniform(0, 1) >= self.always
        h = h if drop else h * 7  # break: FG407
        return h + 1


def make():
    return Noise()


def inputs():
    return [(torch.randn(2, 3),) for _ in range(2)]
