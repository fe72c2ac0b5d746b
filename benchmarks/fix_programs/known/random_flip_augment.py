"""A random flip by the host's generator."""

import random

import torch
from torch import nn


class Flip(nn.Module):
    def forward(self, x: torch.Tensor) -> torch.Tensor:
        if random.random() < 0.5:
            x = x.flip(-1)
        return x * 1.5


def make():
    torch.manual_seed(0)
    return Flip()


def inputs():
    torch.manual_seed(1)
    return [(torch.randn(2, 3, requires_grad=True),)]
