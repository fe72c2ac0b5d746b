import torch
from torch import nn


class Told(nn.Module):
    def forward(self, x):
        return x * len(format(x.sum(), ".2f"))  # fails: FG205


def make():
    return Told()


def inputs():
    return [(torch.randn(4),), (torch.randn(4),)]
