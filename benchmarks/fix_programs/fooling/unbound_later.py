"""The name is only bound in one arm, and its absence is an error later."""

import torch
from torch import nn


class Model(nn.Module):
    def forward(self, x: torch.Tensor) -> torch.Tensor:
        h = torch.tanh(x)
        if h.sum() > 0:
            extra = h * 2
            h = extra
        try:
            return h + extra
        except UnboundLocalError:
            return h


def make():
    torch.manual_seed(0)
    return Model()


def inputs():
    torch.manual_seed(1)
    return [(torch.rand(3),), (-torch.rand(3),)]
