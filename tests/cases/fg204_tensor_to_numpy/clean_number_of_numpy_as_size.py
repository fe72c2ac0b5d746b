"""Numbers of NumPy's and sizes are constants, and so is an array without dimensions that a module holds."""

import numpy as np
import torch
from torch import nn


class Model(nn.Module):
    def __init__(self):
        super().__init__()
        self.count = np.array(3)

    def forward(self, x):
        half = np.ceil(x.shape[1] / 2)
        rows = np.int64(x.shape[0])
        total = np.arange(0, half, 0.5).sum() + np.full((2, 3), half).sum() + np.zeros(self.count).sum()
        total = total + np.tile(np.ones(3), (rows, 1)).sum() + np.ones(6).reshape((rows, 3)).sum()
        one = np.array(3)
        total = total + np.zeros(one).sum() + np.zeros(one + 1).sum() + np.arange(0, np.array(3.5)).sum()
        total = total + np.full(2, np.array(1.5)).sum() + np.zeros((2, one)).sum() + np.asarray(x.shape[0]).sum()
        values = x.numpy() * 2
        return x + torch.from_numpy(np.linspace(values.min(), values.max(), len(values))).sum() + total


def make():
    return torch.compile(Model())


def inputs():
    return [(torch.ones(2, 6),), (torch.zeros(2, 6),)]
