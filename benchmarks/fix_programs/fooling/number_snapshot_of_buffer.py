"""A number is read from a buffer that is then counted up."""

import torch
from torch import nn


class Model(nn.Module):
    def __init__(self):
        super().__init__()
        self.fc = nn.Linear(4, 4)
        nn.init.eye_(self.fc.weight)
        self.register_buffer('step', torch.zeros(()))

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        h = self.fc(x)
        n = self.step.item()
        self.step += 1
        if n > 0:
            h = h * n
        return h * n


def make():
    torch.manual_seed(0)
    return Model()


def inputs():
    torch.manual_seed(1)
    return [(torch.rand(2, 4) + 1,), (-torch.rand(2, 4) - 1,)]
