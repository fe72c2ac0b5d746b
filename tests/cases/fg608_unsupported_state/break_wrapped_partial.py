# only: torch>=2.12, torch<2.14
import functools

import torch


def doubled(function):
    @functools.wraps(function)  # break: FG608
    def inner(x):
        return function(x) * 2

    return inner



@torch.compile
def run(x):
    x = doubled(functools.partial(torch.add, other=1))(x * 2)
    return x + 1


def make():
    return run


def inputs():
    return [(torch.ones(3),)]
