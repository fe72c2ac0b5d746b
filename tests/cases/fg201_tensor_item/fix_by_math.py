# fix: unsafe
import torch
from torch import nn


class Levels(nn.Module):
    def forward(self, x: torch.Tensor, stride: int):
        scale = 2 ** float(torch.tensor(x.shape[-1] / stride).log2().round())  # break[default]: FG202
        level = -torch.log2(torch.tensor(scale, dtype=torch.float32)).item()  # break[default]: FG201
        return x * scale + level


def make():
    return Levels()


def inputs():
    return [(torch.arange(float(size)).requires_grad_(), stride) for size in (8, 6, 4) for stride in (2, 16, 3)]
