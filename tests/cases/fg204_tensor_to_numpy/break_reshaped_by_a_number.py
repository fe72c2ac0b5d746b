"""``np.reshape`` with the size as a number makes compiling fail; a tuple, and the array's method, do not."""

import numpy as np
import torch
from torch import nn


class Flat(nn.Module):
    def forward(self, x):
        return torch.from_numpy(np.reshape(x.numpy(), -1))  # fails: FG204


class Sized(nn.Module):
    def forward(self, x):
        return torch.from_numpy(np.reshape(x.numpy(), x.shape[0] * 2))  # fails: FG204


class Others(nn.Module):
    def forward(self, x):
        array = x.numpy()
        return torch.from_numpy(np.reshape(array, (-1,))), torch.from_numpy(array.reshape(-1))


class Model(nn.Module):
    def __init__(self):
        super().__init__()
        self.ways = nn.ModuleList([Flat(), Sized(), Others()])

    def forward(self, x, way: int):
        return self.ways[way](x)


def make():
    return Model()


def inputs():
    return [(torch.ones(2, 2), way) for way in range(3)]
