"""A layer of the arm has a forward hook that counts."""

import torch
from torch import nn


class Model(nn.Module):
    def __init__(self):
        super().__init__()
        self.fc = nn.Linear(4, 4)
        nn.init.eye_(self.fc.weight)
        self.other = nn.Linear(4, 4)
        self.calls = [0]
        self.other.register_forward_hook(self._count)

    def _count(self, module, args, output):
        self.calls[0] += 1

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        h = self.fc(x)
        if h.sum() > 0:
            h = self.other(h)
        return h.relu()


def make():
    torch.manual_seed(0)
    return Model()


def inputs():
    torch.manual_seed(1)
    return [(torch.rand(2, 4) + 1,), (-torch.rand(2, 4) - 1,)]
