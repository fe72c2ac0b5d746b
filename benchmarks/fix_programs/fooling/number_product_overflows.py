"""A product of Python's integers does not wrap around."""

import torch
from torch import nn


class Model(nn.Module):
    def forward(self, x: torch.Tensor) -> torch.Tensor:
        n = x.max().item()
        n = n * n // n
        return x * n


def make():
    torch.manual_seed(0)
    return Model()


def inputs():
    torch.manual_seed(1)
    return [(torch.tensor([2**40, 1]),), (torch.tensor([2, 1]),)]
