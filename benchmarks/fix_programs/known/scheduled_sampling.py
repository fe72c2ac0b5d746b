"""Teacher forcing is decided by torch.rand at each step."""

import torch
from torch import nn


class Seq(nn.Module):
    def __init__(self):
        super().__init__()
        self.cell = nn.Linear(3, 3)

    def forward(self, x: torch.Tensor, target: torch.Tensor) -> torch.Tensor:
        out = x
        for step in range(3):
            out = self.cell(out).tanh()
            if torch.rand(()) < 0.5:
                out = target[step]
        return out


def make():
    torch.manual_seed(0)
    return Seq()


def inputs():
    torch.manual_seed(1)
    return [(torch.randn(3), torch.randn(3, 3))]
