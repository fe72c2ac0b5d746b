"""An own submodule is called in one arm."""

import torch
from torch import nn


class Expert(nn.Module):
    def __init__(self):
        super().__init__()
        self.fc = nn.Linear(4, 4)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return torch.relu(self.fc(x)) + x


class Gated(nn.Module):
    def __init__(self):
        super().__init__()
        self.expert = Expert()

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        if x.norm() > 1:
            x = self.expert(x)
        return x * 3


def make():
    torch.manual_seed(0)
    return Gated()


def inputs():
    torch.manual_seed(1)
    return [(torch.randn(2, 4) * 4,), (torch.randn(2, 4) * 0.01,)]
