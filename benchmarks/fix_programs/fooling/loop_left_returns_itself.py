"""The loop returns the argument itself in its first round, and another dtype later."""

import torch
from torch import nn


class Model(nn.Module):
    def forward(self, x: torch.Tensor) -> torch.Tensor:
        y = x
        for step in range(3):
            if y.sum() > step:
                return y
            y = (y + 1).double()
        return y.float()


def make():
    torch.manual_seed(0)
    return Model()


def inputs():
    torch.manual_seed(1)
    return [(torch.rand(3),), (-torch.rand(3),), (torch.rand(3, requires_grad=True),)]
