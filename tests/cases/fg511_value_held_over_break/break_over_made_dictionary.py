# only: torch>=2.13
"""Comprehensions over the items of a dictionary that a call of ``dict`` makes in place."""

import torch
from torch import nn


class Model(nn.Module):
    def read(self, x: torch.Tensor) -> torch.Tensor:
        return x * x.sum().item()  # break[default]: FG201

    def forward(self, x: torch.Tensor):
        return self.items(x)["a"] + self.values(x)[0] + self.keys(x)[0]

    def items(self, x: torch.Tensor):
        return {name: self.read(y) for name, y in dict(a=x).items()}  # break[default]: FG511

    def values(self, x: torch.Tensor):
        return [self.read(y) for y in dict(a=x).values()]  # break[default]: FG511

    def keys(self, x: torch.Tensor):
        return [self.read(x) for _ in dict(a=x)]  # break[default]: FG511


def make():
    return Model()


def inputs():
    return [(torch.rand(4),)]
