# only: python<3.12
import functools
from functools import cached_property

import torch
from torch import nn


class Table:
    def __init__(self, size):
        self.size = size

    @functools.cached_property
    def scale(self):
        return self.size * 0.5


class Model(nn.Module):
    def __init__(self):
        super().__init__()
        self.table = Table(4)

    @cached_property
    def shift(self):
        return 3.0

    def forward(self, x):
        return x + self.shift  # break: FG408


class Scaled(nn.Module):
    def __init__(self):
        super().__init__()
        self.table = Table(4)

    def forward(self, x):
        return x * self.table.scale + self.table.size  # break: FG408


def make():
    return nn.Sequential(Model(), Scaled())


def inputs():
    return [(torch.ones(3),)]
