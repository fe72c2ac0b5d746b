"""Methods of decimal numbers, and arithmetic with them."""

from decimal import Decimal

import torch
from torch import nn


class Rate(nn.Module):
    def __init__(self) -> None:
        super().__init__()
        self.rate = Decimal("1.5")

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        x = x + len(self.rate.to_eng_string())  # break: FG608
        return x + len((self.rate * 2).as_tuple())  # break: FG608


def make() -> nn.Module:
    return Rate()


def inputs() -> list[tuple[torch.Tensor]]:
    return [(torch.ones(3),)]
