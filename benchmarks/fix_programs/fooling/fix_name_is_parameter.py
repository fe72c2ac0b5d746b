"""The name that a rewrite may choose is a parameter."""

import torch
from torch import nn


class Model(nn.Module):
    def __init__(self):
        super().__init__()
        self.fc = nn.Linear(4, 4)
        nn.init.eye_(self.fc.weight)

    def forward(self, x: torch.Tensor, condition: float = 2.0) -> torch.Tensor:
        h = self.fc(x)
        if h.sum() > 0:
            h = h.exp()
        return torch.relu(h) * condition


def make():
    torch.manual_seed(0)
    return Model()


def inputs():
    torch.manual_seed(1)
    return [(torch.rand(2, 4) + 1,), (-torch.rand(2, 4) - 1,)]
