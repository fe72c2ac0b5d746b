"""A normaliser that leaves constant input alone."""

import torch
from torch import nn


class SafeNorm(nn.Module):
    def __init__(self, eps=1e-5):
        super().__init__()
        self.eps = eps

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        std = x.std()
        return (x - x.mean()) / std if std > self.eps else x - x.mean()


def make():
    torch.manual_seed(0)
    return SafeNorm()


def inputs():
    torch.manual_seed(1)
    return [(torch.randn(6, requires_grad=True),), (torch.ones(6),)]
