# fix: unsafe
import importlib

import torch
from torch import nn


class Lazy(nn.Module):
    def __init__(self):
        super().__init__()
        self.layer = nn.Linear(4, 4)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        x = self.layer(x)
        import torch.nn.functional as functional  # break: FG503
        return functional.relu(x)


def make():
    return Lazy()


def inputs():
    return [(torch.ones(2, 4),), (torch.randn(2, 4),)]
