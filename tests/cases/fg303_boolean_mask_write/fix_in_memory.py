# fix: unsafe
import torch
from torch import nn


class Shift(nn.Module):
    def forward(self, x: torch.Tensor):
        x[x < 0] += 1.5  # break[default]: FG303
        return x * 2


def make():
    return Shift()


def inputs():
    return [(torch.randn(3, 3),) for _ in range(2)]
