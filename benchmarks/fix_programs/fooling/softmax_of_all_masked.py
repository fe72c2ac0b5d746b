"""A softmax over nothing has NaN derivatives."""

import torch
from torch import nn


class Model(nn.Module):
    def __init__(self):
        super().__init__()
        self.fc = nn.Linear(4, 4)
        nn.init.eye_(self.fc.weight)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        h = self.fc(x)
        s = h.masked_fill(h < 0, float('-inf'))
        if (h >= 0).any():
            h = s.softmax(-1)
        return h * 2


def make():
    torch.manual_seed(0)
    return Model()


def inputs():
    torch.manual_seed(1)
    return [((torch.rand(2, 4) + 1).requires_grad_(),), ((-torch.rand(2, 4) - 1).requires_grad_(),)]
