"""The norm of zeros is upstream, and the arm taken does not use it."""

import torch
from torch import nn


class Model(nn.Module):
    def forward(self, x: torch.Tensor) -> torch.Tensor:
        size = (x * 1.0).pow(2).sum().sqrt()
        h = torch.sigmoid(x)
        if h.sum() > 1.6:
            h = h * size
        return h


def make():
    torch.manual_seed(0)
    return Model()


def inputs():
    torch.manual_seed(1)
    return [(torch.rand(3, requires_grad=True),), (torch.zeros(3, requires_grad=True),)]
