"""Sizes that stay symbolic, and loops over what does not change."""

import math

import torch
from torch import nn


class Symbolic(nn.Module):
    def __init__(self) -> None:
        super().__init__()
        self.weight = nn.Parameter(torch.ones(3, 4))
        self.scales = [1.0, 2.0, 3.0]

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        batch_size, channels = x.shape
        y = x.reshape(batch_size, 2, channels // 2).flatten(1)
        y = y * math.sqrt(batch_size) + torch.arange(len(x)).unsqueeze(1)
        y = y[: batch_size // 2] + torch.zeros(batch_size // 2, channels)
        for index in range(channels):
            y = y + index
        for row in self.weight:
            y = y + row
        for index in range(self.weight.shape[0]):
            y = y * self.scales[index]
        if batch_size > 1:
            y = y + 1
        return y.expand(batch_size // 2, -1)


def make():
    return Symbolic()


def inputs():
    return [(torch.ones(size, 4),) for size in range(4, 28, 2)]
