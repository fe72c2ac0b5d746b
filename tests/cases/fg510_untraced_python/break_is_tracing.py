import torch
from torch import nn


class Model(nn.Module):
    def forward(self, x):
        if torch._C._is_tracing():  # break: FG510 (before 2.15)
            return x
        return x + 1


def make():
    return Model()


def inputs():
    return [(torch.randn(4, 8),), (torch.randn(4, 8),)]
