"""``functools.reduce`` calls its function on the items and on what it gave before."""

import functools
import operator
from functools import reduce

import torch


def larger(a, b):
    if a.sum() > b.sum():  # break: FG101
        return a
    return b


@torch.compile
def merged(a: torch.Tensor, b: torch.Tensor) -> torch.Tensor:
    best = reduce(larger, [a, b])
    total = functools.reduce(operator.add, (a, b))
    if total.sum() > 1:  # break: FG101
        best = best + 1
    product = reduce(lambda one, two: one * two, [a, b], torch.ones(2))
    if product.sum() > 1:  # break: FG101
        best = best + 1
    return best


def make():
    return merged


def inputs():
    return [(torch.ones(2), -torch.ones(2)), (-torch.ones(2), torch.ones(2)), (torch.ones(2), torch.ones(2))]
