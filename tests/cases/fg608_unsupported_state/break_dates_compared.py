# only: torch<2.13
"""Dates that are compared."""

from datetime import datetime

import torch
from torch import nn


class Compared(nn.Module):
    def __init__(self) -> None:
        super().__init__()
        self.start, self.end = datetime(2020, 1, 2), datetime(2020, 1, 5)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        if self.start < self.end:  # break: FG608
            x = x + 1
        return x


def make() -> nn.Module:
    return Compared()


def inputs() -> list[tuple[torch.Tensor]]:
    return [(torch.ones(3),)]
