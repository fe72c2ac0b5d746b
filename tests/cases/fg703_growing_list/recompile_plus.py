"""A longer list in place of the list, in a method."""

import torch
from torch import nn


class History(nn.Module):
    def __init__(self) -> None:
        super().__init__()
        self.losses = []

    def remember(self, loss: torch.Tensor) -> None:
        self.losses = self.losses + [loss]  # recompile: FG703

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        loss = x.sum()
        self.remember(loss)
        return loss


def make():
    return History()


def inputs():
    return [(torch.ones(3),)]
