# fix: unsafe
"""What depends on configuration only, and what is installed."""

import ast
import importlib
import importlib.metadata

import torch
from torch import nn


class Model(nn.Module):
    def __init__(self, package: str = "math", scales: str = "[2, 3]", activation: str = "relu"):
        super().__init__()
        self.package = package
        self.scales = scales
        self.activation = activation

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        library = importlib.import_module(self.package)  # break: FG503
        x = x * library.pi
        x = x * ast.literal_eval(self.scales)[0]  # break: FG503
        x = eval(f"torch.nn.functional.{self.activation}")(x)  # break: FG503
        x = eval("torch." + self.activation)(x)  # break: FG503
        if importlib.metadata.distribution("torch") is not None:  # break: FG503
            x = x + 1
        return x


def make():
    return Model()


def inputs():
    return [(torch.ones(3),)]
