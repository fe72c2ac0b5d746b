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
        h = h * (1.5 + self.width * torch.rand((), device=h.device))  # break: FG407
        h = h + (2.0 + self.width * torch.randn((), device=h.device))  # break: FG407
        h = h - 0.0 * torch.randn((), device=h.device)  # break: FG407
        h = (2.0 + (2.0 - 2.0) * torch.rand((), device=h.device)) * h  # break: FG407
        shift = -torch.randn((), device=h.device) * self.width  # break: FG407
        h = h + shift
        scale = (3 + (3 - 3) * torch.rand((), device=h.device)) * 2 - 1  # break: FG407
        return h * scale


def make():
    return Jitter()


def inputs():
    return [(torch.randn(2, 3),) for _ in range(2)]
