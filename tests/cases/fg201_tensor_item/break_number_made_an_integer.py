"""Numbers that NumPy computes of constants, made integers there."""

import numpy as np
import torch
from torch import nn


def sampled(x):
    count = 2 * np.ceil(np.log(x.shape[1])).astype("int").item()  # break: FG201
    return x * count


def named(x):
    root = np.sqrt(7).astype(np.int64)
    return x * root.item()  # break: FG201


def kept(x):
    return x * np.ceil(np.log(5)).item() * int(np.ceil(np.log(5)))


class Model(nn.Module):
    def forward(self, x):
        return sampled(x) + named(x) + kept(x)


def make():
    return Model()


def inputs():
    return [(torch.rand(3, 4),)]
