"""What ``functools.reduce`` and the functions of ``operator`` make of sizes and numbers decides nothing by data."""

import functools
import operator

import torch

SIZES = (2, 3)


def wider(a: torch.Tensor, b: torch.Tensor) -> torch.Tensor:
    return a if a.shape[-1] > b.shape[-1] else b


@torch.compile
def merged(a: torch.Tensor, b: torch.Tensor) -> torch.Tensor:
    best = functools.reduce(wider, [a, b])
    if functools.reduce(operator.mul, SIZES) > 5:
        best = best + 1
    if functools.reduce(operator.mul, a.shape, 1) > 1:
        best = best + 1
    if functools.reduce(lambda total, tensor: total + tensor.dim(), [a, b], 0) > 1:
        best = best + 1
    if operator.gt(a.shape[0], 3) or operator.eq(a.dim(), b.dim()):
        best = best + 1
    return best


def make():
    return merged


def inputs():
    return [(torch.ones(2), torch.ones(3)), (torch.ones(4), torch.ones(3))]
