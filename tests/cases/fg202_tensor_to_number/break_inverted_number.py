import operator

import torch


@torch.compile
def run(x):
    n = x[0].item()  # break[default]: FG201
    return inverted(x, n) - 1


def inverted(x, n):
    return x * operator.invert(n) + ~n  # break: FG202


def make():
    return run


def inputs():
    return [(torch.tensor([3, 2]),), (torch.tensor([4, 2]),), (torch.tensor([5, 2]),)]
