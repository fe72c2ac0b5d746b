"""Of numbers that a graph is given, and of symbols where nothing has to be known."""

import itertools

import torch


@torch.compile
def run(x):
    size = x.shape[0]
    groups = [key for key, _ in itertools.groupby([1, 1, 2])]
    return x * 2**size + ~3 + len(groups)


def make():
    return run


def inputs():
    return [(torch.tensor([3, 2]),)]
