"""Identical inputs skip the attention to each other."""

import torch
from torch import nn


class Cross(nn.Module):
    def __init__(self):
        super().__init__()
        self.mix = nn.Linear(4, 4)

    def forward(self, a: torch.Tensor, b: torch.Tensor) -> torch.Tensor:
        if torch.equal(a, b):
            out = self.mix(a)
        else:
            out = self.mix(a) - self.mix(b)
        return out


def make():
    torch.manual_seed(0)
    return Cross()


def inputs():
    torch.manual_seed(1)
    x = torch.randn(2, 4)
    return [(x, x.clone()), (x, torch.randn(2, 4))]
