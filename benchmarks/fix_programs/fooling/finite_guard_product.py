"""A product with what may be infinite, behind the test for it."""

import torch
from torch import nn


class Model(nn.Module):
    def __init__(self):
        super().__init__()
        self.fc = nn.Linear(4, 4)
        nn.init.eye_(self.fc.weight)

    def forward(self, x: torch.Tensor, g: torch.Tensor) -> torch.Tensor:
        h = self.fc(x)
        if torch.isfinite(g).all():
            h = h * g
        return torch.tanh(h)


def make():
    torch.manual_seed(0)
    return Model()


def inputs():
    torch.manual_seed(1)
    return [(torch.ones(2, 4), torch.ones(2, 4)), (torch.ones(2, 4), torch.full((2, 4), float('inf')))]
