"""An object that is passed in: its number becomes symbolic."""

import torch
from torch import nn


class Position:
    def __init__(self) -> None:
        self.seen = 0

    def advance(self, x: torch.Tensor) -> int:
        self.seen += x.shape[0]
        return self.seen


class Decoder(nn.Module):
    def __init__(self) -> None:
        super().__init__()
        self.length = 0

    def forward(self, x: torch.Tensor, position: Position) -> torch.Tensor:
        self.length = x.shape[0]
        return x * position.advance(x) + self.length


def main():
    model = torch.compile(Decoder())
    position = Position()
    return [model(torch.ones(3), position) for _ in range(12)]
