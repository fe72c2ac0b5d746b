"""The number of classes scales the loss."""

import torch
from torch import nn


class ClassBalance(nn.Module):
    def forward(self, loss: torch.Tensor, labels: torch.Tensor) -> torch.Tensor:
        present = torch.unique(labels).numel()
        return loss.mean() / present


def make():
    torch.manual_seed(0)
    return ClassBalance()


def inputs():
    torch.manual_seed(1)
    return [(torch.rand(4, requires_grad=True), torch.tensor([0, 1, 1, 2]))]
