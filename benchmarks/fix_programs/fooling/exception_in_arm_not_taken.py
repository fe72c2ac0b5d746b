"""The arm not taken would raise for its shapes."""

import torch
from torch import nn


class Model(nn.Module):
    def forward(self, x: torch.Tensor, y: torch.Tensor) -> torch.Tensor:
        h = torch.tanh(x)
        if h.sum() > 0:
            h = h @ y
        return h


def make():
    torch.manual_seed(0)
    return Model()


def inputs():
    torch.manual_seed(1)
    return [(torch.rand(2, 2), torch.rand(2, 2)), (-torch.rand(2, 2), torch.rand(3, 3))]
