"""The attribute of the arm does not exist where it is not taken."""

import torch
from torch import nn


class Model(nn.Module):
    def __init__(self, scaled):
        super().__init__()
        if scaled:
            self.scale = 3.0

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        h = torch.tanh(x)
        if h.sum() > 0:
            h = h * self.scale
        return h


def make():
    torch.manual_seed(0)
    return Model(False)


def inputs():
    torch.manual_seed(1)
    return [(torch.rand(3),), (-torch.rand(3),)]
