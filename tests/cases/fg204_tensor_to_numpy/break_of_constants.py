import numpy as np
import torch
from torch import nn


class Model(nn.Module):
    def forward(self, x):
        order = np.lexsort(([3, 1, 2], [1, 1, 2]))  # break: FG204
        x = x * 2
        smooth = np.unwrap([0.0, 1.0, 7.0])  # break: FG204
        return x + torch.from_numpy(smooth).sum() + torch.from_numpy(order).sum()


def make():
    return Model()


def inputs():
    return [(torch.randn(4, 8),), (torch.randn(4, 8),)]
