# fix: unsafe
import torch
from torch import nn


class Normalize(nn.Module):
    def forward(self, x: torch.Tensor) -> torch.Tensor:
        norm = x.norm(dim=-1, keepdim=True)
        assert (norm > 0).all(), "zero vector in a batch of shape tuple(x.shape)"  # break: FG104
        return x / norm


def make():
    return Normalize()


def inputs():
    return [(torch.ones(2, 3),)]


def raising():
    return [(torch.zeros(2, 3),)]
