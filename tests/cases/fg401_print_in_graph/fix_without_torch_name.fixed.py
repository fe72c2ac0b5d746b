# fix: unsafe
import torch
from torch import nn, ones


class Shift(nn.Module):
    """Imports names from torch, and not torch."""

    def forward(self, x):
        x = x + 1
        if not torch.compiler.is_compiling():
            print("shifted")  # break: FG401
        return x


def make():
    return Shift()


def inputs():
    return [(ones(2),)]
