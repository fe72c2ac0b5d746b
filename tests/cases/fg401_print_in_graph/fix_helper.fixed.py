# fix: unsafe
import torch
from torch import nn


def debug(name, x):
    if not torch.compiler.is_compiling():
        print(name, tuple(x.shape))  # break: FG401


class Model(nn.Module):
    def forward(self, x):
        x = x * 2
        debug("doubled", x)
        return x


def make():
    return Model()


def inputs():
    return [(torch.ones(3),)]
