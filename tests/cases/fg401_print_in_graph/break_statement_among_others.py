import torch
from torch import nn


class Compact(nn.Module):
    def forward(self, x):
        y = x + 1; print("compact"); z = y * 2  # break: FG401
        if x.dim() == 1: print("vector")  # break: FG401
        return z


def make():
    return Compact()


def inputs():
    return [(torch.ones(3),), (torch.ones(3, 2),)]
