"""What is computed while tracing since torch 2.13, or since 2.15."""

import inspect

import torch
from torch import nn


class Config:
    def __init__(self):
        self.scale = 2.0


class Tiny(nn.Module):
    """A module."""

    def __init__(self):
        super().__init__()
        self.config = Config()

    def forward(self, x):
        x = x + 1
        names = vars(self.config)
        x = x * names["scale"]
        x = x + hash("a") % 1  # break: FG504 (before 2.13)
        x = x + 0 * len(locals())  # break: FG504 (before 2.12)
        return x + len(inspect.cleandoc("a\n b"))  # break: FG504 (before 2.14)


def make():
    return Tiny()


def inputs():
    return [(torch.ones(2, 4),)]
