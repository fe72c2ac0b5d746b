"""Named tuples of constants, and constants of other kinds beside a number: TorchDynamo puts them in order."""

import math
from collections import namedtuple
from typing import NamedTuple

import torch
from torch import nn


class Span(NamedTuple):
    start: int
    end: int


Pair = namedtuple("Pair", "left right")


class Model(nn.Module):
    def forward(self, x):
        spans = sorted([Span(2, 3), Span(1, 2)])
        nested = sorted([(2, Span(2, 3)), (1, Span(1, 2))])
        pairs = sorted([Pair(2, 3), Pair(1, 2)])
        functions = sorted({"b": math.sqrt, "a": len}.items())
        lists = sorted({"b": [2], "a": [1]}.items())
        greatest = max([Span(2, 3), Span(1, 2)])
        at = spans[0].start + nested[0][0] + pairs[0].left + len(functions) + len(lists) + greatest.end
        return x * at


def make():
    return Model()


def inputs():
    return [(torch.ones(3),)]
