"""max is a function of the module."""

import torch
from torch import nn


def max(a, b):
    return a - b


class Model(nn.Module):
    def forward(self, x: torch.Tensor) -> torch.Tensor:
        n = x.sum().item()
        return x * max(n, 1)


def make():
    torch.manual_seed(0)
    return Model()


def inputs():
    torch.manual_seed(1)
    return [(torch.rand(3),), (-torch.rand(3),)]
