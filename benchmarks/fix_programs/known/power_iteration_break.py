"""Power iteration that stops when it has converged."""

import torch
import torch.nn.functional as F
from torch import nn


class SpectralNorm(nn.Module):
    def __init__(self, dim=4, steps=8):
        super().__init__()
        self.steps = steps
        self.weight = nn.Parameter(torch.randn(dim, dim))

    def forward(self, v: torch.Tensor) -> torch.Tensor:
        for _ in range(self.steps):
            new = F.normalize(self.weight @ v, dim=0)
            delta = (new - v).abs().max()
            v = new
            if delta < 0.1:
                break
        return v @ (self.weight @ v)


def make():
    torch.manual_seed(0)
    return SpectralNorm()


def inputs():
    torch.manual_seed(1)
    return [(F.normalize(torch.randn(4), dim=0),), (torch.ones(4) * 0.5,)]
