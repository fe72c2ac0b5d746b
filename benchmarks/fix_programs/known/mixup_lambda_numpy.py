"""Mixup with a number of the host's generator."""

import random

import torch
from torch import nn


class Mixup(nn.Module):
    def forward(self, x: torch.Tensor, y: torch.Tensor) -> torch.Tensor:
        lam = random.uniform(0.2, 0.8)
        return lam * x + (1 - lam) * y


def make():
    torch.manual_seed(0)
    return Mixup()


def inputs():
    torch.manual_seed(1)
    return [(torch.randn(3, requires_grad=True), torch.randn(3))]
