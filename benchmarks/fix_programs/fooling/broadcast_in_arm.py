"""The arm gives a larger shape by broadcasting."""

import torch
from torch import nn


class Model(nn.Module):
    def forward(self, x: torch.Tensor, y: torch.Tensor) -> torch.Tensor:
        h = torch.tanh(x)
        g = torch.tanh(y)
        if h.sum() > 0:
            h = h + g
        return h


def make():
    torch.manual_seed(0)
    return Model()


def inputs():
    torch.manual_seed(1)
    return [(torch.rand(1, 3), torch.rand(2, 3)), (-torch.rand(1, 3), torch.rand(2, 3)), (-torch.rand(3), torch.rand(2))]
