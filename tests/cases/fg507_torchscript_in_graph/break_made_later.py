"""A module of TorchScript that another method sets an attribute to, which the constructor leaves empty."""

import torch
from torch import nn


class Part(nn.Module):
    def __init__(self) -> None:
        super().__init__()
        self.linear = nn.Linear(4, 4)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return self.linear(x)


class MadeLater(nn.Module):
    def __init__(self) -> None:
        super().__init__()
        self.part = Part()
        self.head = None
        self.traced = None

    def prepare(self) -> None:
        self.head = nn.Linear(4, 4)
        self.traced = torch.jit.trace(self.part, (torch.ones(3, 4),))

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        if self.head is not None:
            x = self.head(x)
        return self.traced(x)  # break: FG507


def make() -> nn.Module:
    made = MadeLater()
    made.prepare()
    return made


def inputs() -> list[tuple[torch.Tensor]]:
    return [(torch.ones(3, 4),)]
