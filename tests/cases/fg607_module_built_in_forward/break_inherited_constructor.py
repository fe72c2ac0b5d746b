"""Each super().__init__() on the way up breaks, and that of the module around the one that breaks."""

import torch
from torch import nn


class Base(nn.Module):
    def __init__(self, factor):
        super().__init__()  # break: FG607
        self.factor = factor


class Scale(Base):
    def __init__(self, factor):
        super().__init__(factor)  # break: FG607
        self.prepare()

    def prepare(self):
        print("made")  # break: FG401

    def forward(self, x):
        return x * self.factor


class Outer(nn.Module):
    def __init__(self):
        super().__init__()  # break: FG607
        self.inner = Scale(2)

    def forward(self, x):
        return self.inner(x)


@torch.compile
def run(x):
    x = x + 1
    return Outer()(x)


def make():
    return run


def inputs():
    return [(torch.ones(2, 4),)]
