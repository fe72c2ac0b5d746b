import statistics

import torch
from torch import nn


class Model(nn.Module):
    def forward(self, x):
        x = x + 1
        statistics.mode([1, 1, 2])  # break: FG510 (before 2.14)
        statistics.variance([1, 2, 3])  # break: FG510
        statistics.covariance([1, 2], [2, 3])  # break: FG510
        statistics.correlation([1, 2], [2, 3])  # break: FG510
        return x * 2


def make():
    return Model()


def inputs():
    return [(torch.ones(2, 4),)]
