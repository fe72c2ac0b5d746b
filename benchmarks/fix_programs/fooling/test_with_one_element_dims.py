"""A test of shape (1,) makes a scalar loss one-dimensional."""

import torch
from torch import nn


class Model(nn.Module):
    def __init__(self):
        super().__init__()
        self.fc = nn.Linear(4, 4)
        nn.init.eye_(self.fc.weight)
        self.register_buffer('level', torch.ones(1))

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        loss = self.fc(x).mean()
        if self.level > 0:
            loss = loss * 2
        return loss


def make():
    torch.manual_seed(0)
    return Model()


def inputs():
    torch.manual_seed(1)
    return [(torch.rand(2, 4) + 1,), (-torch.rand(2, 4) - 1,)]
