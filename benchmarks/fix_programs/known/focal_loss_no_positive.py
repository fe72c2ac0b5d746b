"""A detector's loss when an image has no objects."""

import torch
from torch import nn


class FocalLoss(nn.Module):
    def __init__(self, alpha=0.25, gamma=2.0):
        super().__init__()
        self.alpha = alpha
        self.gamma = gamma

    def forward(self, logits: torch.Tensor, targets: torch.Tensor) -> torch.Tensor:
        prob = torch.sigmoid(logits)
        pt = targets * prob + (1 - targets) * (1 - prob)
        weight = self.alpha * targets + (1 - self.alpha) * (1 - targets)
        loss = -weight * (1 - pt) ** self.gamma * torch.log(pt.clamp(min=1e-6))
        num_pos = targets.sum()
        if num_pos > 0:
            return loss.sum() / num_pos
        return loss.sum()


def make():
    torch.manual_seed(0)
    return FocalLoss()


def inputs():
    torch.manual_seed(1)
    logits = torch.randn(3, 5, requires_grad=True)
    return [(logits, torch.eye(3, 5)), (torch.randn(3, 5, requires_grad=True), torch.zeros(3, 5))]
