"""Behind the early return the tensor that it returns is written."""

import torch
from torch import nn


class Model(nn.Module):
    def __init__(self):
        super().__init__()
        self.fc = nn.Linear(4, 4)
        nn.init.eye_(self.fc.weight)
        self.register_buffer('level', torch.ones(4))

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        h = self.fc(x).detach()
        if h.sum() > 0:
            return h * 2
        self.level.add_(1)
        h.mul_(self.level)
        return h


def make():
    torch.manual_seed(0)
    return Model()


def inputs():
    torch.manual_seed(1)
    return [(torch.rand(2, 4) + 1,), (-torch.rand(2, 4) - 1,)]
