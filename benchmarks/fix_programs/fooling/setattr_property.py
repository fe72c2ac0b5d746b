"""Setting the attribute runs code."""

import torch
from torch import nn


class Model(nn.Module):
    def __init__(self):
        super().__init__()
        self.sets = 0
        self._level = torch.zeros(())

    @property
    def level(self):
        return self._level

    @level.setter
    def level(self, value):
        self.sets += 1
        self._level = value

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        h = torch.tanh(x)
        if h.sum() > 0:
            self.level = h.sum()
        return h + self.level


def make():
    torch.manual_seed(0)
    return Model()


def inputs():
    torch.manual_seed(1)
    return [(torch.rand(3),), (-torch.rand(3),)]
