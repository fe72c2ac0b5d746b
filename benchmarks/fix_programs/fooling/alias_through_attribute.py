"""The tensor is kept on the module before the branch, and written through it."""

import torch
from torch import nn


class Model(nn.Module):
    def __init__(self):
        super().__init__()
        self.last = None

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        h = torch.tanh(x)
        self.last = h
        if h.sum() > 0:
            h = h * 2
        self.last.add_(1)
        return h


def make():
    torch.manual_seed(0)
    return Model()


def inputs():
    torch.manual_seed(1)
    return [(torch.rand(3),), (-torch.rand(3),)]
