import torch
from torch import nn


class Model(nn.Module):
    def forward(self, x):
        text = repr(x.mean())  # break: FG205
        x = x * 2
        other = ascii(x.mean())  # break: FG205
        return x + 1, text, other


def make():
    return Model()


def inputs():
    return [(torch.randn(4, 8),), (torch.randn(4, 8),)]
