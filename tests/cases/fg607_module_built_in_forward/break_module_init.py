import torch
from torch import nn


class Scale(nn.Module):
    def __init__(self, factor):
        nn.Module.__init__(self)  # break: FG607
        self.factor = factor

    def forward(self, x):
        return x * self.factor


@torch.compile
def run(x):
    x = x + 1
    return Scale(2)(x)


def make():
    return run


def inputs():
    return [(torch.ones(2, 4),)]
