"""torch.Tensor.add_ is called unbound."""

import torch
from torch import nn


class Model(nn.Module):
    def __init__(self):
        super().__init__()
        self.fc = nn.Linear(4, 4)
        nn.init.eye_(self.fc.weight)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        h = self.fc(x).detach()
        k = h
        if h.sum() > 0:
            h = h - 1
        torch.Tensor.add_(h, 3)
        return h + k


def make():
    torch.manual_seed(0)
    return Model()


def inputs():
    torch.manual_seed(1)
    return [(torch.rand(2, 4) + 1,), (-torch.rand(2, 4) - 1,)]
