"""An index that is out of bounds where the arm is not taken."""

import torch
from torch import nn


class Model(nn.Module):
    def forward(self, x: torch.Tensor, n: torch.Tensor) -> torch.Tensor:
        h = torch.tanh(x)
        out = h
        if n.sum() > 0:
            out = h + h[3]
        return out


def make():
    torch.manual_seed(0)
    return Model()


def inputs():
    torch.manual_seed(1)
    return [(torch.rand(4), torch.ones(1)), (torch.rand(2), torch.zeros(1))]
