"""The second half of the test draws."""

import torch
from torch import nn


class Model(nn.Module):
    def forward(self, x: torch.Tensor) -> torch.Tensor:
        h = torch.tanh(x)
        if h.sum() > 0 and torch.rand(()) > 0.5:
            h = h * 2
        return h + torch.rand(())


def make():
    torch.manual_seed(0)
    return Model()


def inputs():
    torch.manual_seed(1)
    return [(torch.rand(4),), (-torch.rand(4),)]
