# only: numba
import numba
import numpy as np
import torch
from torch import nn

try:
    from numba import njit
except ImportError:

    def njit(function):
        return function


@njit
def running(values):
    total = np.empty_like(values)
    for row in range(values.shape[0]):
        total[row] = values[: row + 1].sum()
    return total


@numba.jit(nopython=True)
def doubled(values):
    return values * 2


class Model(nn.Module):
    def forward(self, x):
        total = running(x.numpy())  # break: FG502
        return x + torch.as_tensor(doubled(total))  # break: FG502


def make():
    return Model()


def inputs():
    return [(torch.randn(4, 8),), (torch.randn(4, 8),)]
