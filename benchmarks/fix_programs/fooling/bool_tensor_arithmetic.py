"""A bool tensor is added to itself in an arm."""

import torch
from torch import nn


class Model(nn.Module):
    def forward(self, x: torch.Tensor) -> torch.Tensor:
        m = x > 0
        n = m
        if m.any():
            n = m + m
        return n


def make():
    torch.manual_seed(0)
    return Model()


def inputs():
    torch.manual_seed(1)
    return [(torch.tensor([1.0, -1]),), (torch.tensor([-1.0, -1]),)]
