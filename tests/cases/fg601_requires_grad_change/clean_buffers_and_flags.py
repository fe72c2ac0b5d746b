"""Buffers need no gradients, flags that are false, and parameters that keep theirs."""

import torch
from torch import nn


class Steady(nn.Module):
    def __init__(self, learn=False):
        super().__init__()
        self.learn = learn
        self.scale = nn.Parameter(torch.ones(4))
        self.register_buffer("shift", torch.zeros(4))

    def forward(self, x):
        self.shift.requires_grad_(False)
        self.scale.requires_grad_(self.training)
        noise = torch.zeros(4, requires_grad=x.requires_grad)
        offset = torch.ones(4, requires_grad=self.learn)
        fresh = x.new_zeros(4, requires_grad=True)
        return x * self.scale + self.shift + noise + offset + fresh.sum()


def make():
    return Steady()


def inputs():
    return [(torch.ones(4),)]
