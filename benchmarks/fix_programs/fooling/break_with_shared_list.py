"""A list grows in the loop until the break."""

import torch
from torch import nn


class Model(nn.Module):
    def __init__(self):
        super().__init__()
        self.fc = nn.Linear(4, 4)
        nn.init.eye_(self.fc.weight)

    def forward(self, x: torch.Tensor) -> list:
        h = self.fc(x)
        parts = []
        for _ in range(3):
            if h.sum() > 14:
                break
            h = h + 1
            parts.append(h)
        return parts


def make():
    torch.manual_seed(0)
    return Model()


def inputs():
    torch.manual_seed(1)
    return [(torch.rand(2, 4) + 1,), (-torch.rand(2, 4) - 1,)]
