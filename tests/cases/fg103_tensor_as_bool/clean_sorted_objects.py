"""Modules that are sorted by their names, and tuples of what TorchDynamo takes for constants."""

import enum

import torch
from torch import nn


class Kind(enum.Enum):
    MEAN = 1


class Heads(nn.Module):
    def __init__(self) -> None:
        super().__init__()
        self.heads = nn.ModuleDict({"b": nn.Linear(2, 2), "a": nn.ReLU()})

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        for name in sorted(self.heads):
            x = self.heads[name](x)
        for _, head in sorted(self.heads.items(), key=lambda pair: pair[0]):
            x = head(x)
        for name, kind in sorted({"b": torch.float32, "a": torch.float64}.items()):
            x = x + len(name) + kind.itemsize
        for name, _ in sorted({"b": nn.ReLU, "a": nn.Linear}.items()):
            x = x + len(name)
        for name, _ in sorted({"b": abs, "a": Kind.MEAN}.items()):
            x = x + len(name)
        return x


def make():
    return Heads()


def inputs():
    return [(torch.ones(3, 2),)]
