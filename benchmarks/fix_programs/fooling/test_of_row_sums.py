"""A test of one element for one row, and an error for two."""

import torch
from torch import nn


class Model(nn.Module):
    def __init__(self):
        super().__init__()
        self.fc = nn.Linear(4, 4)
        nn.init.eye_(self.fc.weight)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        h = self.fc(x)
        if h.sum(1) > 0:
            h = h * 2
        return h.relu()


def make():
    torch.manual_seed(0)
    return Model()


def inputs():
    torch.manual_seed(1)
    return [(torch.ones(1, 4),), (torch.ones(2, 4),), (-torch.ones(1, 4),)]
