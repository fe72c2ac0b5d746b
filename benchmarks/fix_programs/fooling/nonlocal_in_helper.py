"""A helper binds the name again by nonlocal, in the test."""

import torch
from torch import nn


class Model(nn.Module):
    def forward(self, x: torch.Tensor) -> torch.Tensor:
        h = torch.tanh(x)

        def shift():
            nonlocal h
            h = h + 1
            return h.sum()

        if shift() > 3:
            h = h * 2
        return h


def make():
    torch.manual_seed(0)
    return Model()


def inputs():
    torch.manual_seed(1)
    return [(torch.rand(3),), (-torch.rand(3),)]
