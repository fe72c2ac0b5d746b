import numpy as np
import torch
from torch import nn


class Model(nn.Module):
    def forward(self, x):
        x = x * 2
        np.array(["a", "b"])  # break: FG204
        x = x + 1
        np.asarray([None, 1])  # break: FG204
        x = x + 1
        np.array([1, 2], dtype=str)  # break: FG204
        x = x + 1
        np.ones(2).astype(str)  # break: FG204
        return x + 1


def make():
    return Model()


def inputs():
    return [(torch.randn(4, 8),), (torch.randn(4, 8),)]
