# fix: unsafe
import torch
from torch import nn


class Compact(nn.Module):
    def forward(self, x):
        if not torch.compiler.is_compiling() and x.dim() == 1: print("vector")  # break: FG401
        return x * 2


def make():
    return Compact()


def inputs():
    return [(torch.ones(3),), (torch.ones(3, 2),)]
