# fix: unsafe
import torch
from torch import nn


class Scale(nn.Module):
    def __init__(self, factor):
        nn.Module.__init__(self)  # break: FG607
        self.factor = factor

    def forward(self, x):
        return x * self.factor


class Wider(Scale):
    def __init__(self, factor, other):
        nn.Module.__init__(self)  # break: FG607
        self.factor = factor + other


class Model(nn.Module):
    def forward(self, x):
        x = x + 1
        return Scale(3)(x) if x.shape[0] == 2 else Wider(3, 4)(x)


def make():
    return Model()


def inputs():
    return [(torch.ones(2, 4),), (torch.ones(3, 4),)]
