"""Later statements of the arm read what earlier ones bound."""

import torch
from torch import nn


class Model(nn.Module):
    def __init__(self):
        super().__init__()
        self.fc = nn.Linear(4, 4)
        nn.init.eye_(self.fc.weight)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        a = self.fc(x)
        b = a + 1
        if a.sum() > 0:
            a = b * 2
            b = a + 1
            a = a - b
        return a * 3 + b


def make():
    torch.manual_seed(0)
    return Model()


def inputs():
    torch.manual_seed(1)
    return [(torch.rand(2, 4) + 1,), (-torch.rand(2, 4) - 1,)]
