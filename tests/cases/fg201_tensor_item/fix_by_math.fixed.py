# fix: unsafe
import torch
import math
from torch import nn


class Levels(nn.Module):
    def forward(self, x: torch.Tensor, stride: int):
        scale = 2 ** float(round(math.log2(x.shape[-1] / stride)))  # break[default]: FG202
        level = -math.log2(scale)  # break[default]: FG201
        return x * scale + level


def make():
    return Levels()


def inputs():
    return [(torch.arange(float(size)).requires_grad_(), stride) for size in (8, 6, 4) for stride in (2, 16, 3)]
