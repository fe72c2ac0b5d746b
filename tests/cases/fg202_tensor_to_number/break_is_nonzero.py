import torch
from torch import nn


class Model(nn.Module):
    def forward(self, x):
        x = x * torch.is_nonzero(x.sum())  # break: FG202
        return x + x.sum().is_nonzero()  # break: FG202


def make():
    return Model()


def inputs():
    return [(torch.randn(4, 8),), (torch.randn(4, 8),)]
