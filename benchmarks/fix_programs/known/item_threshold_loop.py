"""A number read once, then compared for each level."""

import torch
from torch import nn


class Pyramid(nn.Module):
    def forward(self, x: torch.Tensor) -> torch.Tensor:
        limit = x.mean().item()
        out = torch.zeros_like(x)
        for level in range(3):
            if limit > level * 0.5:
                out = out + x * 0.5**level
        return out


def make():
    torch.manual_seed(0)
    return Pyramid()


def inputs():
    torch.manual_seed(1)
    return [(torch.rand(4),), (torch.rand(4) + 1,), (torch.rand(4) - 2,)]
