"""An auxiliary loss that is None where nothing is visible."""

import torch
from torch import nn


class Keypoints(nn.Module):
    def forward(self, pred: torch.Tensor, visible: torch.Tensor) -> torch.Tensor:
        loss = pred.pow(2).sum()
        if visible.sum() > 0:
            extra = (pred * visible).abs().sum()
        else:
            extra = None
        if extra is not None:
            loss = loss + extra
        return loss


def make():
    torch.manual_seed(0)
    return Keypoints()


def inputs():
    torch.manual_seed(1)
    return [(torch.randn(3, requires_grad=True), torch.ones(3)), (torch.randn(3, requires_grad=True), torch.zeros(3))]
