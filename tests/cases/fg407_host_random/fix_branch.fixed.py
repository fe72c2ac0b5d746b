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
        h = torch.where(torch.rand((), device=h.device) < self.always, h * 2, h)  # break: FG407
        h = torch.where(torch.rand((), device=h.device) < self.never, h - 1, h + 3)  # break: FG407
        drawn = torch.rand((), device=h.device)  # break: FG407
        h = torch.where(torch.logical_not(drawn < self.always), h * 5, h)
        drop = torch.rand((), device=h.device) >= self.always
        h = torch.where(drop, h, h * 7)  # break: FG407
        return h + 1


def make():
    return Noise()


def inputs():
    return [(torch.randn(2, 3),) for _ in range(2)]
