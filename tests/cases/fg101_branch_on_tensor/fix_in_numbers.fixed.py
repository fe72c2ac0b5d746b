# fix: safe
"""A zero-dimensional tensor that is compared with each of some numbers."""

import torch
from torch import nn


class Steps(nn.Module):
    def forward(self, x: torch.Tensor) -> torch.Tensor:
        y = x * 2
        y = torch.where(torch.logical_or(x.mean() == 1, x.mean() == 2), y + 1, y)  # break: FG101
        return y


def make():
    return Steps()


def inputs():
    return [(torch.full((2,), t),) for t in (1.0, 2.0, 5.0)]
