import timeit

import torch

SEEN = {}


@torch.compile
def measure(x):
    x = x + 1
    SEEN["once"] = timeit.timeit("pass", number=1)  # break: FG406
    x = x * 2
    SEEN["often"] = timeit.repeat("pass", number=1, repeat=2)  # break: FG406
    return x


def make():
    return measure


def inputs():
    return [(torch.ones(3),)]
