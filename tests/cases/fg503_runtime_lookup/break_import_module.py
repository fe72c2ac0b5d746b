import importlib
from importlib import import_module

import torch
from torch import nn


class Lazy(nn.Module):
    def __init__(self, backend="math"):
        super().__init__()
        self.layer = nn.Linear(4, 4)
        self.backend = backend

    def forward(self, x):
        x = self.layer(x)
        module = importlib.import_module(self.backend)  # break: FG503
        x = x * module.pi
        other = import_module("cmath")  # break: FG503
        x = x * other.e
        third = __import__("string")  # break: FG503
        return x + len(third.digits)


def make():
    return Lazy()


def inputs():
    return [(torch.ones(2, 4),)]
