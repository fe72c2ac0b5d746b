from typing import NamedTuple

import torch
from torch import nn


class Ragged:
    def __init__(self, values: torch.Tensor, splits: torch.Tensor):
        self.values = values
        self.splits = splits

    def longest(self):
        lengths = self.splits[1:] - self.splits[:-1]
        return lengths.max()


class Batch(NamedTuple):
    words: Ragged
    weights: torch.Tensor


class Model(nn.Module):
    def forward(self, batch: Batch) -> torch.Tensor:
        y = batch.words.values * 2
        if batch.words.longest() > 3:  # break: FG101
            y = y + 1
        if batch.weights.sum() > 0:  # break: FG101
            y = y + 1
        return y


def make():
    return Model()


def inputs():
    return [(Batch(Ragged(torch.randn(6), torch.tensor([0, 2, 6])), torch.ones(2)),)]
