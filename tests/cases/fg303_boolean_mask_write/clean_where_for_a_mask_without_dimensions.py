import torch
from torch import nn


class Model(nn.Module):
    def forward(self, x):
        total = x.sum()
        x = x.clone()
        x[x == 0] = 2
        return torch.where(total == 0, 1, x)


def make():
    return Model()


def inputs():
    return [(torch.randn(4, 8),), (torch.zeros(4, 8),)]
