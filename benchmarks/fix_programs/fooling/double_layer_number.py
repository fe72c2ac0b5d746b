"""The layer is float64; the arm multiplies by a float32 buffer."""

import torch
from torch import nn


class Model(nn.Module):
    def __init__(self):
        super().__init__()
        self.fc = nn.Linear(4, 4)
        nn.init.eye_(self.fc.weight)
        self.gain = torch.full((4,), 0.1)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        h = self.fc(x)
        if h.sum() > 0:
            h = h * self.gain
        return torch.relu(h)


def make():
    torch.manual_seed(0)
    return Model().double()


def inputs():
    torch.manual_seed(1)
    return [(torch.ones(2, 4).double(),), (-torch.ones(2, 4).double(),)]
