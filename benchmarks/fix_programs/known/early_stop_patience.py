"""A counter of bad steps as a number on the module."""

import torch
from torch import nn


class Patience(nn.Module):
    def __init__(self, patience=3):
        super().__init__()
        self.patience = patience
        self.bad = 0

    def forward(self, loss: torch.Tensor) -> torch.Tensor:
        bad = 0
        for value in loss.unbind(0):
            if value > 1.0:
                bad += 1
        return loss.mean() * (1.0 + bad)


def make():
    torch.manual_seed(0)
    return Patience()


def inputs():
    torch.manual_seed(1)
    return [(torch.tensor([0.5, 2.0, 3.0], requires_grad=True),), (torch.zeros(3),)]
