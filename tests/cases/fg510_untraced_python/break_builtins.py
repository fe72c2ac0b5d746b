import cmath
import operator

import torch
from torch import nn


def double(n):
    return n * 2


class Model(nn.Module):
    def forward(self, x):
        x = x + 1
        object()  # break: FG510 (before 2.14)
        staticmethod(double)  # break: FG510 (before 2.15)
        classmethod(double)  # break: FG510 (before 2.15)
        property(double)  # break: FG510
        str.maketrans("a", "b")  # break: FG510
        operator.indexOf([1, 2], 2)  # break: FG510 (before 2.15)
        cmath.sqrt(-1)  # break: FG510 (before 2.15)
        cmath.phase(1j)  # break: FG510 (before 2.15)
        cmath.exp(1j)  # break: FG510 (before 2.15)
        cmath.isnan(1j)  # break: FG510 (before 2.15)
        cmath.polar(1j)  # break: FG510 (before 2.15)
        return x * 2


def make():
    return Model()


def inputs():
    return [(torch.ones(2, 4),)]
