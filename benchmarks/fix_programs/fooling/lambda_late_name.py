"""A lambda reads the name when it is called."""

import torch
from torch import nn


class Model(nn.Module):
    def __init__(self):
        super().__init__()
        self.fc = nn.Linear(4, 4)
        nn.init.eye_(self.fc.weight)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        h = self.fc(x)
        later = lambda: h * 2 if h.sum() > 0 else h
        h = h + 1
        return later().relu()


def make():
    torch.manual_seed(0)
    return Model()


def inputs():
    torch.manual_seed(1)
    return [(torch.rand(2, 4) + 1,), (-torch.rand(2, 4) - 1,)]
