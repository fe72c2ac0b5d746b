"""An object that is no module, which a module holds."""

import torch
from torch import nn


class Position:
    def __init__(self) -> None:
        self.seen = 0

    def advance(self, x: torch.Tensor) -> int:
        self.seen += x.shape[0]  # recompile: FG701
        return self.seen


class Decoder(nn.Module):
    def __init__(self) -> None:
        super().__init__()
        self.position = Position()

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return x * self.position.advance(x)


def make():
    return Decoder()


def inputs():
    return [(torch.ones(3),)]
