"""Locals that are called as a rewrite may call its functions."""

import torch
from torch import nn


class Model(nn.Module):
    def __init__(self):
        super().__init__()
        self.fc = nn.Linear(4, 4)
        nn.init.eye_(self.fc.weight)
        self.other = nn.Linear(4, 4)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        h = self.fc(x)
        when_true, when_false, eager = 2, 3, 4
        print('start')
        if x.sum() > 0:
            h = self.other(h) * when_true
        else:
            h = h * when_false
        print('end', eager)
        return h * when_true


def make():
    torch.manual_seed(0)
    return Model()


def inputs():
    torch.manual_seed(1)
    return [(torch.rand(2, 4) + 1,), (-torch.rand(2, 4) - 1,)]
