# fix: unsafe
import copy

import torch
from torch import nn


class Residual(nn.Module):
    def __init__(self):
        super().__init__()
        self.layer = nn.Linear(4, 4)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        before = x.detach().clone()  # break: FG505
        x = self.layer(x)
        kept = (x * 2).detach().clone()  # break: FG505
        return x + before + kept


def make():
    return Residual()


def inputs():
    return [(torch.ones(2, 4),), (torch.randn(2, 4),)]
