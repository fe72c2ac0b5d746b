import torch
from torch import nn


class Model(nn.Module):
    def forward(self, x):
        total = x.sum()
        total[total == 0] = 1  # break: FG303 (since 2.11)
        return x / total


def make():
    return Model()


def inputs():
    return [(torch.randn(4, 8),), (torch.zeros(4, 8),)]
