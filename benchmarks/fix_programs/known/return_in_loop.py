"""The first layer whose output is small is returned."""

import torch
from torch import nn


class Cascade(nn.Module):
    def __init__(self):
        super().__init__()
        self.layers = nn.ModuleList(nn.Linear(4, 4) for _ in range(3))

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        for layer in self.layers:
            x = layer(x).tanh()
            if x.abs().mean() < 0.3:
                return x
        return x * 2


def make():
    torch.manual_seed(0)
    return Cascade()


def inputs():
    torch.manual_seed(1)
    return [(torch.randn(2, 4),), (torch.randn(2, 4) * 10,)]
