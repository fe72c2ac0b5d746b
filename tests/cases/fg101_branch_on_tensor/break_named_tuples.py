"""Tensors in named tuples that calls of ``namedtuple`` make, and other code reads by name."""

import collections
from typing import NamedTuple

import torch
from torch import nn

Table = collections.namedtuple("Table", "alpha, beta order", defaults=[2])
Gates = NamedTuple("Gates", [("first", torch.Tensor), ("second", torch.Tensor)])  # noqa: UP014

TABLE = Table(torch.tensor([0.2, 1.0]), beta=torch.ones(2))


def gates(x):
    return Gates(x.sum(), second=x.mean())


def stepped(x, table):
    for alpha in table.alpha:
        if alpha == 1:  # break: FG101
            x = x + 1
    return x


class Solver(nn.Module):
    table = TABLE

    def __init__(self) -> None:
        super().__init__()
        self.moved = self.table._replace(beta=self.table.beta * 2)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        y = stepped(x, self.table)
        held = gates(x)
        if held.second > 0:  # break: FG101
            y = y + 1
        if self.moved.beta[0] > 1:  # break: FG101
            y = y + 1
        first, _ = held
        if first > 0:  # break: FG101
            y = y + 1
        if held._asdict()["second"] > 1:  # break: FG101
            y = y + 1
        if self.table.order > 1 and held.first.dim() == 0 and len(held) == 2:
            y = y + 1
        return y


def make():
    return Solver()


def inputs():
    return [(torch.ones(2),), (-torch.ones(2),)]
