"""``max`` and ``min`` by a key that gives a tensor, of tuples that hold tensors, and of objects."""

from dataclasses import dataclass

import torch
from torch import nn


@dataclass(order=True)
class Ranked:
    score: torch.Tensor
    count: int = 0


class Scored:
    def __init__(self, score: torch.Tensor) -> None:
        self.score = score

    def __lt__(self, other) -> bool:
        return bool(self.score.sum() < other.score.sum())


def by_sum(x, y):
    return max([x, y], key=lambda t: t.sum())  # break: FG103


def by_torch(x, y):
    return min(x, y, key=torch.sum)  # break: FG103


def by_item(x, y):
    rows = {"a": x, "b": y}
    return max(rows.items(), key=lambda pair: pair[1].sum())[1]  # break: FG103


def by_row(x, y):
    return x * max(range(2), key=lambda place: y[place])  # break: FG103


def pairs(x, y):
    return max([(x.sum(), 1), (y.sum(), 2)])[0]  # break: FG103


def ranked(x, y):
    return max(Ranked(x.sum()), Ranked(y.sum())).score  # break: FG103


def in_order(x, y):
    return max(Scored(x), Scored(y)).score  # break: FG103


class Model(nn.Module):
    def forward(self, x: torch.Tensor, y: torch.Tensor) -> torch.Tensor:
        x = by_sum(x, y) + x
        x = by_torch(x, y) + x
        x = by_item(x, y) + x
        x = by_row(x, y) + x
        x = pairs(x, y) + x
        x = ranked(x, y) + x
        return in_order(x, y)


def make():
    return Model()


def inputs():
    return [(torch.ones(2), torch.zeros(2)), (torch.zeros(2), torch.ones(2))]
