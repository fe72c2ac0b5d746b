# only: torch>=2.13
"""What follows such a comprehension in the function, which runs uncompiled."""

import torch
from torch import nn


class Layer(nn.Module):
    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return x * x.sum().item()  # break[default]: FG201


class Model(nn.Module):
    def __init__(self):
        super().__init__()
        self.layer = Layer()
        self.scales = {"a": 1.0, "b": 2.0}
        self.weight = nn.Parameter(torch.ones(4))

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        self.later(x)
        return x + 1

    def later(self, x: torch.Tensor):
        xs = [self.layer(x) * scale for scale in self.scales.values()]  # break[default]: FG511
        return xs[0] * x.sum().item()


def make():
    return Model()


def inputs():
    return [(torch.rand(2, 4),)]
