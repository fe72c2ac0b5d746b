"""A round that is left out divides by zero, and takes the root of what is negative."""

import torch
from torch import nn


class Model(nn.Module):
    def __init__(self):
        super().__init__()
        self.weight = nn.Parameter(torch.ones(3))

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        y = x * 1
        for _ in range(3):
            y = torch.sqrt(y) - 0.5
            if y.min() <= 0.1:
                return y * self.weight
            y = y + x / (y - 0.5)
        return y


def make():
    torch.manual_seed(0)
    return Model()


def inputs():
    torch.manual_seed(1)
    return [(torch.full((3,), 0.25, requires_grad=True),), (torch.full((3,), 4.0, requires_grad=True),), (torch.full((3,), 0.81, requires_grad=True),)]
