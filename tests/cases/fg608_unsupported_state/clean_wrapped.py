import functools

import torch


class Shift:
    def __call__(self, x):
        return x + 1


def named(function):
    @functools.wraps(function)
    def inner(x):
        return function(x) * 2

    return inner


def plain(x):
    return x + 1


SHIFT = Shift()


@torch.compile
def run(x):
    return named(plain)(x) + named(SHIFT)(x) + named(torch.relu)(x)


def make():
    return run


def inputs():
    return [(torch.ones(3),)]
