"""The branch's result is compared by identity."""

import torch
from torch import nn


class Model(nn.Module):
    def forward(self, x: torch.Tensor) -> tuple[torch.Tensor, bool]:
        h = torch.tanh(x)
        y = h
        if h.sum() > 0:
            y = h * 2
        same = y is h
        return y, same


def make():
    torch.manual_seed(0)
    return Model()


def inputs():
    torch.manual_seed(1)
    return [(torch.rand(3),), (-torch.rand(3),)]
