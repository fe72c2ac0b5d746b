"""Two early returns before the main path."""

import torch
from torch import nn


class Iou(nn.Module):
    def forward(self, inter: torch.Tensor, union: torch.Tensor) -> torch.Tensor:
        if union.sum() == 0:
            return torch.ones_like(inter)
        if inter.sum() == 0:
            return torch.zeros_like(inter)
        return inter / union


def make():
    torch.manual_seed(0)
    return Iou()


def inputs():
    torch.manual_seed(1)
    return [
        (torch.rand(2, requires_grad=True), torch.rand(2) + 1),
        (torch.zeros(2), torch.ones(2)),
        (torch.zeros(2), torch.zeros(2)),
    ]
