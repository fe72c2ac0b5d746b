"""A table of losses, and a branch that picks from it."""

import torch
import torch.nn.functional as F
from torch import nn


LOSSES = {"l1": F.l1_loss, "l2": F.mse_loss}


class Criterion(nn.Module):
    def forward(self, pred: torch.Tensor, target: torch.Tensor) -> torch.Tensor:
        error = (pred - target).abs().max()
        if error > 1.0:
            return LOSSES["l1"](pred, target)
        return LOSSES["l2"](pred, target)


def make():
    torch.manual_seed(0)
    return Criterion()


def inputs():
    torch.manual_seed(1)
    x = torch.randn(4, requires_grad=True)
    return [(x, torch.zeros(4) + 5), (torch.rand(4, requires_grad=True) * 0.1, torch.zeros(4))]
