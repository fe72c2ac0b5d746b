# only: torch>=2.12, torch<2.14
"""A number of a decimal number, at which compiling raises an error."""

from decimal import Decimal

import torch
from torch import nn


class Rate(nn.Module):
    def __init__(self) -> None:
        super().__init__()
        self.rate = Decimal("1.5")

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return x * float(self.rate)  # fails: FG608


def make() -> nn.Module:
    return Rate()


def inputs() -> list[tuple[torch.Tensor]]:
    return [(torch.ones(3),)]
