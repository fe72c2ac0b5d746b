"""A return in try with a finally that writes."""

import torch
from torch import nn


class Model(nn.Module):
    def __init__(self):
        super().__init__()
        self.calls = 0

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        h = torch.tanh(x)
        try:
            if h.sum() > 0:
                return h * 2
            return h
        finally:
            self.calls += 1
            h.add_(1)


def make():
    torch.manual_seed(0)
    return Model()


def inputs():
    torch.manual_seed(1)
    return [(torch.rand(3),), (-torch.rand(3),)]
