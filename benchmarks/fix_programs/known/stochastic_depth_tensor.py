"""Stochastic depth by torch.rand."""

import torch
from torch import nn


class Residual(nn.Module):
    def __init__(self):
        super().__init__()
        self.branch = nn.Linear(4, 4)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        if self.training and torch.rand(1) < 0.5:
            return x
        return x + self.branch(x)


def make():
    torch.manual_seed(0)
    return Residual()


def inputs():
    torch.manual_seed(1)
    return [(torch.randn(2, 4),)]
