"""A loss with two regimes over the whole batch."""

import torch
from torch import nn


class Huber(nn.Module):
    def __init__(self, delta: float = 1.0):
        super().__init__()
        self.delta = delta

    def forward(self, pred: torch.Tensor, target: torch.Tensor) -> torch.Tensor:
        error = (pred - target).abs()
        if error.max() <= self.delta:
            loss = 0.5 * error.pow(2)
        else:
            loss = self.delta * (error - 0.5 * self.delta)
        return loss.mean()


def make():
    torch.manual_seed(0)
    return Huber()


def inputs():
    torch.manual_seed(1)
    return [(torch.rand(4, requires_grad=True), torch.rand(4)), (torch.rand(4) * 9, torch.rand(4))]
