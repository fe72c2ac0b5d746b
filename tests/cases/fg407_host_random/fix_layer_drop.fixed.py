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
            probability = torch.rand((), device=x.device)
            # break: FG407
            previous_x = x
            x = layer(x).sin()
            if self.training:
                x = torch.where(probability < self.layerdrop, previous_x, x)
        return x

    def tested(self, x):
        for layer in self.layers[1:]:
            probability = torch.rand((), device=x.device)
            # break: FG407
            previous_x = x
            x = layer(x)
            if self.training:
                x = torch.where(probability < self.layerdrop, x, previous_x)
        return x


def make():
    return Adapter()


def inputs():
    return [(torch.randn(2, 3),)]
