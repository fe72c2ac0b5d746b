"""A class that is no module has nothing to initialise: only what breaks in its constructor does."""

import torch


class Base:
    def __init__(self, factor):
        self.factor = factor


class Scale(Base):
    def __init__(self, factor):
        super().__init__(factor)
        self.offset = factor

    def run(self, x):
        return x * self.factor + self.offset


@torch.compile
def run(x):
    x = x + 1
    return Scale(3).run(x)


def make():
    return run


def inputs():
    return [(torch.ones(2, 4),)]
