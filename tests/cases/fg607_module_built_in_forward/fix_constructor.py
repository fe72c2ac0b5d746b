# fix: unsafe
"""A loss that is made in every call, from what is configured."""

import os

import torch
from torch import nn

SIZE = 4


class Weighted(nn.Module):
    def __init__(self, size, factor):
        super().__init__()  # break: FG607
        self.factor = factor if os.path.exists(__file__) else size  # break: FG405

    def forward(self, x):
        return x * self.factor


class Model(nn.Module):
    def __init__(self, factor=2.0):
        super().__init__()
        self.factor = factor
        if factor > 1:
            self.scale = 3  # larger
        self.setup()

    def setup(self):
        pass

    def forward(self, x):
        x = x + 1
        loss = Weighted(SIZE, factor=self.factor)
        return loss(x) * self.scale


def make():
    return Model()


def inputs():
    return [(torch.ones(2, 4),)]
