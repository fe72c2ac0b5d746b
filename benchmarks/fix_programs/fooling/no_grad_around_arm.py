"""The arm is computed without gradients."""

import torch
from torch import nn


class Model(nn.Module):
    def forward(self, x: torch.Tensor) -> torch.Tensor:
        h = torch.tanh(x)
        if h.sum() > 0:
            with torch.no_grad():
                h = h * 2
        return h * 1.5


def make():
    torch.manual_seed(0)
    return Model()


def inputs():
    torch.manual_seed(1)
    return [(torch.rand(3, requires_grad=True),), ((-torch.rand(3)).requires_grad_(),)]
