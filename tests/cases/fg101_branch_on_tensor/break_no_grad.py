"""Under no_grad a new tensor has no gradient history; the value that is left alone keeps its own."""

import torch
from torch import nn


class Centered(nn.Module):
    def __init__(self):
        super().__init__()
        self.fc = nn.Linear(3, 3)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        h = self.fc(x)
        with torch.no_grad():
            if h.mean() > 0:  # break: FG101
                h = h - 1
        return h * self.fc.weight.sum()


def make():
    return Centered()


def inputs():
    return [(torch.ones(2, 3) * value,) for value in (-8.0, -2.0, 2.0, 8.0)]
