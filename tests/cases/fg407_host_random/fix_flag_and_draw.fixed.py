# fix: unsafe
import random

import torch
from torch import nn


class Noise(nn.Module):
    """The flag is known while tracing, the draw is not: each gets a branch of its own."""

    def __init__(self):
        super().__init__()
        self.fc = nn.Linear(3, 3)
        self.rate = 1.0

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        h = self.fc(x)
        if self.training:
            # twice as loud
            h = torch.where(torch.rand((), device=h.device) < self.rate, h * 2, h)  # break: FG407
        chance = torch.rand((), device=h.device)
        if self.training and x.shape[0] > 1:
            h = torch.where(chance >= self.rate, h + 1, h)  # break: FG407
        return h * 3


def make():
    return Noise()


def inputs():
    return [(torch.randn(2, 3),) for _ in range(2)]
