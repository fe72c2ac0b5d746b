"""A module that is built in forward, and sets a buffer of its own a second time."""

import torch
from torch import nn


class Blur(nn.Module):
    def __init__(self, size):
        super().__init__()  # break: FG607
        self.register_buffer("kernel", torch.ones(size))
        self.kernel = self.kernel / size  # break: FG604

    def forward(self, x):
        return x * self.kernel.sum()


class Model(nn.Module):
    def forward(self, x):
        blur = Blur(3)
        return blur(x + 1)


def make():
    return Model()


def inputs():
    return [(torch.ones(2, 4),)]
