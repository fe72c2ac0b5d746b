"""Layers that are dropped by chance while training."""

import random

import torch
from torch import nn


class LayerDrop(nn.Module):
    def __init__(self, depth=3, rate=0.5):
        super().__init__()
        self.layers = nn.ModuleList(nn.Linear(4, 4) for _ in range(depth))
        self.rate = rate

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        for layer in self.layers:
            if self.training and random.random() < self.rate:
                continue
            x = torch.relu(layer(x))
        return x


def make():
    torch.manual_seed(0)
    return LayerDrop()


def inputs():
    torch.manual_seed(1)
    return [(torch.randn(2, 4),)]
