import torch
from torch import nn


class Model(nn.Module):
    def forward(self, x):
        y = x * complex(x.sum())  # break: FG202
        return y.real


def make():
    return Model()


def inputs():
    return [(torch.randn(4, 8),), (torch.randn(4, 8),)]
