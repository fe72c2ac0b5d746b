"""Dictionaries that are made of pairs hold what the pairs hold."""

from collections import OrderedDict

import torch
from torch import nn


class Positive(nn.Module):
    def forward(self, x: torch.Tensor) -> torch.Tensor:
        if x.sum() > 0:  # break: FG101
            return x
        return -x


class Stages(nn.Module):
    def __init__(self) -> None:
        super().__init__()
        self.stages = nn.ModuleDict([("first", Positive()), ("second", nn.ReLU())])

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        x = self.stages["first"](x)
        parts = OrderedDict([("x", x), ("y", x - 1)])
        if parts["y"].sum() > 0:  # break: FG101
            x = x + 1
        named = dict(zip(("x", "y"), (x, x - 1)))
        for part in named.values():
            x = x + part
        first = list(OrderedDict(a=x).values())[0]
        if first.sum() > 0:  # break: FG101
            x = x + 1
        if len(parts) > 1 and list(named)[0] == "x":
            x = x + 1
        return x


def make():
    return Stages()


def inputs():
    return [(torch.ones(2) * 3,), (-torch.ones(2) / 4,)]
