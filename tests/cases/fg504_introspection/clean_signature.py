"""The signatures of functions, of methods and of classes that have a constructor are found while tracing."""

import inspect

import torch
from torch import nn


class Processor:
    def __init__(self, cache, offset=0):
        self.offset = offset


def scaled(x, scale=2.0):
    return x * scale


class Asking(nn.Module):
    def forward(self, x):
        names = list(inspect.signature(Processor.__init__).parameters)[2:]
        x = x * len(names)
        x = x + len(inspect.signature(Processor).parameters)
        x = x + len(inspect.signature(self.forward).parameters)
        return scaled(x) + len(inspect.signature(scaled).parameters)


def make():
    return Asking()


def inputs():
    return [(torch.ones(2, 4),)]
