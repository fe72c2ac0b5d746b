import numpy as np
import torch
from torch import nn


class Model(nn.Module):
    def forward(self, x):
        np.matrix([[1.0, 2.0]])  # break: FG204
        x = x + 1
        np.ndenumerate([1.0, 2.0])  # break: FG204
        x = x + 1
        np.ndindex(3)  # break: FG204
        x = x + 1
        np.nditer([1.0, 2.0])  # break: FG204
        x = x + 1
        np.broadcast([1.0], [2.0])  # break: FG204
        x = x + 1
        np.printoptions(precision=3)  # break: FG204
        x = x + 1
        np.timedelta64(1, "D")  # break: FG204
        x = x + 1
        np.bytes_(b"a")  # break: FG204
        return x * 2


def make():
    return Model()


def inputs():
    return [(torch.randn(4, 8),), (torch.randn(4, 8),)]
