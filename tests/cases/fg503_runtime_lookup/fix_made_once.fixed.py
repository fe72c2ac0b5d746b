# fix: unsafe
"""What depends on configuration only, and what is installed."""

import ast
import importlib
import importlib.metadata

import torch
from torch import nn

HAS_TORCH = importlib.metadata.distribution("torch") is not None


class Model(nn.Module):
    def __init__(self, package: str = "math", scales: str = "[2, 3]", activation: str = "relu"):
        super().__init__()
        self.package = package
        self.scales = scales
        self.activation = activation
        self.evaluated = ast.literal_eval(self.scales)
        self.imported = importlib.import_module(self.package)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        library = self.imported  # break: FG503
        x = x * library.pi
        x = x * self.evaluated[0]  # break: FG503
        x = getattr(torch.nn.functional, self.activation)(x)  # break: FG503
        x = getattr(torch, self.activation)(x)  # break: FG503
        if HAS_TORCH:  # break: FG503
            x = x + 1
        return x


def make():
    return Model()


def inputs():
    return [(torch.ones(3),)]
