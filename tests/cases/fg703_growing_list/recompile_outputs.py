"""A module that keeps what it computed, which nothing in the graph reads."""

import torch
from torch import nn


class Recorder(nn.Module):
    def __init__(self) -> None:
        super().__init__()
        self.layer = nn.Linear(3, 3)
        self.outputs = []

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        y = self.layer(x)
        self.outputs.append(y.detach())  # recompile: FG703
        return y


def make():
    return Recorder()


def inputs():
    return [(torch.ones(3),)]
