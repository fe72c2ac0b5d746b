# fix: safe
"""A zero-dimensional tensor that is compared with each of some numbers."""

import torch
from torch import nn


class Steps(nn.Module):
    def forward(self, x: torch.Tensor) -> torch.Tensor:
        y = x * 2
        if x.mean() in (1, 2):  # break: FG101
            y = y + 1
        return y


def make():
    return Steps()


def inputs():
    return [(torch.full((2,), t),) for t in (1.0, 2.0, 5.0)]
