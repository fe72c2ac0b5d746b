"""A metric that guards its division."""

import torch
from torch import nn


class Dice(nn.Module):
    def forward(self, pred: torch.Tensor, target: torch.Tensor) -> torch.Tensor:
        inter = (pred * target).sum()
        total = pred.sum() + target.sum()
        return torch.tensor(1.0) if total == 0 else 2 * inter / total


def make():
    torch.manual_seed(0)
    return Dice()


def inputs():
    torch.manual_seed(1)
    return [(torch.ones(3), torch.tensor([1.0, 0, 1])), (torch.zeros(3), torch.zeros(3))]
