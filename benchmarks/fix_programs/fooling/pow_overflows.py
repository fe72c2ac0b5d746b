"""The same by **."""

import torch
from torch import nn


class Model(nn.Module):
    def __init__(self):
        super().__init__()
        self.fc = nn.Linear(4, 4)
        nn.init.eye_(self.fc.weight)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        h = self.fc(x)
        if h.abs().max() < 100:
            h = h**3
        return h * 0.5


def make():
    torch.manual_seed(0)
    return Model()


def inputs():
    torch.manual_seed(1)
    return [(torch.ones(2, 4).requires_grad_(),), (torch.full((2, 4), 1e25).requires_grad_(),)]
