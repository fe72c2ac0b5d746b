"""Loops whose count is not the batch's, though the batch is among what they take from."""

import torch
from torch import nn


class Heads(nn.Module):
    def __init__(self) -> None:
        super().__init__()
        self.layers = nn.ModuleList(nn.Linear(4, 4) for _ in range(3))
        self.depth = 2

    def forward(self, x: torch.Tensor, features: list[torch.Tensor], scales=(1.0, 2.0)) -> torch.Tensor:
        total = x.sum(0)
        for layer, feature in zip(self.layers, features):
            total = total + layer(feature).sum(0)
        for scale in scales:
            total = total * scale
        for index in range(self.depth):
            total = total + index
        for column in x.unbind(1):
            total = total + column.sum()
        batch_size = 3
        for index in range(batch_size):
            total = total - index
        return total


def make():
    return Heads()


def inputs():
    return [(torch.ones(size, 4), [torch.ones(size, 4)] * 3) for size in range(2, 14)]
