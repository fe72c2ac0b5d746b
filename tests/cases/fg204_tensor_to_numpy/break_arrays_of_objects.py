import numpy as np
import torch
from torch import nn


class Model(nn.Module):
    def forward(self, x):
        x = x * 2
        np.empty(3, dtype=object)  # break: FG204
        x = x + 1
        np.zeros((2, 2), object)  # break: FG204
        x = x + 1
        np.full(2, None, object)  # break: FG204
        x = x + 1
        np.can_cast(np.float32, np.float64)  # break: FG204
        x = x + 1
        np.lib.stride_tricks.sliding_window_view(np.arange(4), 2)  # break: FG204
        return x + 1


def make():
    return Model()


def inputs():
    return [(torch.randn(4, 8),), (torch.randn(4, 8),)]
