import functools

import torch
from torch import nn


def scaled(self, x, factor):
    return x * factor


class Model(nn.Module):
    def forward(self, x):
        functools.partialmethod(scaled, factor=2)
        return x + 1


def make():
    return Model()


def inputs():
    return [(torch.randn(4),), (torch.randn(4),)]
