"""A class that is optional, asked for the signature of its constructor: that of None is written in C."""

import inspect

import torch
from torch import nn


class Processor:
    def __init__(self, cache, offset=0):
        self.offset = offset


def arguments_of(processor, given):
    names = list(inspect.signature(processor.__init__).parameters)[2:]  # break: FG504
    return {name: given[name] for name in names if name in given}


class Cached(nn.Module):
    def forward(self, x):
        kept = arguments_of(None, {"offset": 3})
        return x * (1 + len(kept))


def make():
    return Cached()


def inputs():
    return [(torch.ones(2, 4),)]
