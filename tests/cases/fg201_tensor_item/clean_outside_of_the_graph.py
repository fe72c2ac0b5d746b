import torch
from torch import nn


@torch.compiler.disable
def log(x):
    return x.sum().item()


class Model(nn.Module):
    def forward(self, x):
        if not torch.compiler.is_compiling():
            x = x + 0 * x.sum().item()
        return x * 2

    def report(self, x):
        return log(x) + x.max().item()


def make():
    return Model()


def inputs():
    return [(torch.randn(4, 8),), (torch.randn(4, 8),)]
