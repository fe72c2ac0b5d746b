"""A flag is set in a branch and read below."""

import torch
from torch import nn


class TwoPhase(nn.Module):
    def forward(self, x: torch.Tensor) -> torch.Tensor:
        flipped = False
        if x.mean() < 0:
            x = -x
            flipped = True
        y = x.sqrt().clamp(max=2.0) if x.numel() == 0 else x * 0.5
        if flipped:
            y = -y
        return y


def make():
    torch.manual_seed(0)
    return TwoPhase()


def inputs():
    torch.manual_seed(1)
    return [(torch.rand(3, requires_grad=True),), (-torch.rand(3),)]
