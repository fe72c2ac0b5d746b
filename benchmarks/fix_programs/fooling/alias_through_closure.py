"""An inner function reads the name after the branch."""

import torch
from torch import nn


class Model(nn.Module):
    def forward(self, x: torch.Tensor) -> torch.Tensor:
        h = torch.tanh(x)

        def scaled(factor):
            return h * factor

        first = scaled(2.0)
        if h.sum() > 0:
            h = h - 1
        return first + scaled(3.0)


def make():
    torch.manual_seed(0)
    return Model()


def inputs():
    torch.manual_seed(1)
    return [(torch.rand(3, requires_grad=True),), (-torch.rand(3),)]
