"""A power with a fractional exponent in the arm."""

import torch
from torch import nn


class Model(nn.Module):
    def forward(self, x: torch.Tensor) -> torch.Tensor:
        h = torch.relu(x)
        return h**0.3 if h.sum() > 0 else h


def make():
    torch.manual_seed(0)
    return Model()


def inputs():
    torch.manual_seed(1)
    return [(torch.tensor([0.5, 0.2], requires_grad=True),), (torch.tensor([0.0, -1.0], requires_grad=True),)]
