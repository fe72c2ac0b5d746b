# fix: unsafe
import torch
from torch import nn


class Scale(nn.Module):
    def __init__(self, factor):
        nn.Module.__init__(self)  # break: FG607
        self.factor = factor

    def forward(self, x):
        return x * self.factor


class Model(nn.Module):
    def forward(self, x):
        return Scale(3)(x + 1)


def make():
    return Model()


def inputs():
    return [(torch.ones(2, 4),)]
