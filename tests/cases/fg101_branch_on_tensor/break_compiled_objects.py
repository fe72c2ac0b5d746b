"""``torch.compile`` of an object that is no module compiles its ``__call__``, of a partial its function."""

import functools

import torch


def stepped(x, y, scale):
    if (x + y).sum() > scale:  # break: FG101
        return x
    return y


class Runner:
    def __init__(self, limit, step) -> None:
        self.limit = limit
        self.step = step

    def __call__(self, x):
        y = x * 2
        if y.sum() > self.limit:  # break: FG101
            return y
        return self.kept(self.step(x, y))

    def kept(self, y):
        if y.min() > self.limit:  # break: FG101
            return y
        return -y


def make():
    step = torch.compile(functools.partial(stepped, scale=2.0))
    return torch.compile(Runner(1.0, step))


def inputs():
    return [(torch.ones(2),), (-torch.ones(2),)]
