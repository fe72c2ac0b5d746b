"""An assignment expression in the test."""

import torch
from torch import nn


class Walrus(nn.Module):
    def forward(self, x: torch.Tensor) -> torch.Tensor:
        if (norm := x.norm()) > 1:
            x = x / norm
        return x + norm


def make():
    torch.manual_seed(0)
    return Walrus()


def inputs():
    torch.manual_seed(1)
    return [(torch.randn(3) * 5,), (torch.randn(3) * 0.01,)]
