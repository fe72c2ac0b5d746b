# fix: unsafe
import random

import torch
from torch import nn


class Adapter(nn.Module):
    """The decision is the same whatever is drawn, so that the results can be compared."""

    def __init__(self, layerdrop: float = 2.0):
        super().__init__()
        self.layers = nn.ModuleList([nn.Linear(3, 3) for _ in range(3)])
        self.layerdrop = layerdrop

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return self.tested(self.skipped(x))

    def skipped(self, x):
        for layer in self.layers[:1]:
            probability = random.uniform(0, 1)
            if self.training and (probability < self.layerdrop):  # break: FG407
                continue
            x = layer(x).sin()
        return x

    def tested(self, x):
        for layer in self.layers[1:]:
            probability = random.uniform(0, 1)
            if not self.training or (probability < self.layerdrop):  # break: FG407
                x = layer(x)
        return x


def make():
    return Adapter()


def inputs():
    return [(torch.randn(2, 3),)]
