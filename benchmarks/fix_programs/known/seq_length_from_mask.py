"""The longest length, read once and used as a scale."""

import torch
from torch import nn


class LengthScale(nn.Module):
    def forward(self, x: torch.Tensor, mask: torch.Tensor) -> torch.Tensor:
        length = int(mask.sum(dim=1).max())
        scale = 1.0 / max(length, 1)
        return x * scale


def make():
    torch.manual_seed(0)
    return LengthScale()


def inputs():
    torch.manual_seed(1)
    return [(torch.randn(2, 3), torch.ones(2, 3)), (torch.randn(2, 3), torch.zeros(2, 3))]
