"""The second input only matters in one arm."""

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
    return [
        (torch.rand(3), torch.rand(3, requires_grad=True)),
        (-torch.rand(3), torch.rand(3, requires_grad=True)),
    ]
