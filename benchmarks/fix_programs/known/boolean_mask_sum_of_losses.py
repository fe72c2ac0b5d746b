"""Sums over a mask, twice."""

import torch
from torch import nn


class BoxLoss(nn.Module):
    def forward(self, pred: torch.Tensor, target: torch.Tensor, mask: torch.Tensor) -> torch.Tensor:
        foreground = (pred - target).pow(2)[mask].sum()
        background = pred[~mask].abs().sum()
        return foreground + 0.5 * background


def make():
    torch.manual_seed(0)
    return BoxLoss()


def inputs():
    torch.manual_seed(1)
    return [(torch.randn(4, 4, requires_grad=True), torch.randn(4, 4), torch.rand(4, 4) > 0.5)]
