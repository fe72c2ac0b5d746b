"""Each layer's norm is logged."""

import logging

import torch
from torch import nn


logger = logging.getLogger("m")


class Stack(nn.Module):
    def __init__(self, depth=3):
        super().__init__()
        self.layers = nn.ModuleList(nn.Linear(4, 4) for _ in range(depth))

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        for index, layer in enumerate(self.layers):
            x = torch.tanh(layer(x))
            logger.info("layer %d: norm %.3f", index, x.norm().item())
        return x


def make():
    torch.manual_seed(0)
    return Stack()


def inputs():
    torch.manual_seed(1)
    return [(torch.randn(2, 4),)]
