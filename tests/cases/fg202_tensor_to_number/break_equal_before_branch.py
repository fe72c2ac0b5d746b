import torch
from torch import nn


class Model(nn.Module):
    def forward(self, x):
        same = x.equal(x.flip(0))  # break: FG202
        x = x * 2
        if same:
            return x + 1
        return x - 1


def make():
    return Model()


def inputs():
    return [(torch.ones(4, 8),), (torch.randn(4, 8),)]
