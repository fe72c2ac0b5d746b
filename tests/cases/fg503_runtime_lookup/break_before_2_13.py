"""Look-ups that are traced since torch 2.13."""

import importlib.metadata
from importlib.util import find_spec

import torch
from torch import nn


class Tiny(nn.Module):
    def __init__(self):
        super().__init__()
        self.layer = nn.Linear(4, 4)

    def forward(self, x):
        x = self.layer(x)
        if find_spec("no_such_package") is None:  # break: FG503 (before 2.13)
            x = x + 1
        version = importlib.metadata.version("torch")  # break: FG503 (before 2.13)
        x = x * len(version)
        return x * eval("[1, 2.5]")[1]  # break: FG503 (before 2.13)


def make():
    return Tiny()


def inputs():
    return [(torch.ones(2, 4),)]
