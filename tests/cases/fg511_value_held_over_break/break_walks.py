# only: torch>=2.11
"""Iterators over the parts of a module, and of ``enumerate``, in comprehensions; one that ``max`` takes."""

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
        self.of_parameters(x)
        self.counted(x)
        self.greatest(x)
        return x + 1

    def of_parameters(self, x: torch.Tensor):
        return [self.layer(x) * weight for weight in self.parameters()]  # break[default]: FG511

    def counted(self, x: torch.Tensor):
        return [self.layer(y) * i for i, y in enumerate([x, x])]  # break[default]: FG511

    def loss(self, x: torch.Tensor):
        return x.sum().item()  # break[default]: FG201

    def greatest(self, x: torch.Tensor):
        return max(self.loss(y) for y in [x, x])


def make():
    return Model()


def inputs():
    return [(torch.rand(2, 4),)]
