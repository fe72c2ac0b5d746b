"""Counted under a Python test that holds."""

import torch
from torch import nn


class Schedule(nn.Module):
    def __init__(self) -> None:
        super().__init__()
        self.seen = 0

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        if self.training:
            self.seen += len(x)  # recompile: FG701
        return x * 2


def make():
    return Schedule()


def inputs():
    return [(torch.ones(3),)]
