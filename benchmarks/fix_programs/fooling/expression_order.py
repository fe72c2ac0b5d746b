"""Calls around a conditional expression are made in their order."""

import torch
from torch import nn


class Model(nn.Module):
    def __init__(self):
        super().__init__()
        self.fc = nn.Linear(4, 4)
        nn.init.eye_(self.fc.weight)

    def forward(self, x: torch.Tensor) -> tuple:
        h = self.fc(x)
        n = []
        out = [n.append(1), (h * 2 if h.sum() > 0 else h), n.append(2)]
        return out[1].relu(), n


def make():
    torch.manual_seed(0)
    return Model()


def inputs():
    torch.manual_seed(1)
    return [(torch.rand(2, 4) + 1,), (-torch.rand(2, 4) - 1,)]
