"""Sorting objects of one's own is not traced before torch 2.14; since then their ``__lt__`` is."""

import torch
from torch import nn


class Scored:
    def __init__(self, score: torch.Tensor) -> None:
        self.score = score

    def __lt__(self, other) -> bool:
        if self.score.sum() < other.score.sum():  # break: FG101 (since 2.14)
            return True
        return False


class Model(nn.Module):
    def forward(self, x: torch.Tensor, y: torch.Tensor) -> torch.Tensor:
        return sorted([Scored(x), Scored(y)])[0].score + x  # break: FG103 (before 2.14)


def make():
    return Model()


def inputs():
    return [(torch.ones(2), torch.zeros(2)), (torch.zeros(2), torch.ones(2))]
