import torch
from torch import nn


class Model(nn.Module):
    def forward(self, x):
        x = x.clone()
        x[x.sum() == 0] = 1  # break: FG303 (since 2.11)
        return x


def make():
    return Model()


def inputs():
    return [(torch.randn(4, 8),), (torch.zeros(4, 8),)]
