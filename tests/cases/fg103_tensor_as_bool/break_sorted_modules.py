"""Sorted items of dictionaries of modules and of NumPy's numbers: TorchDynamo sorts constants alone."""

from collections import OrderedDict

import numpy as np
import torch
from torch import nn

WEIGHTS = {"b": np.float64(2.0), "a": np.float64(0.5)}


class Heads(nn.Module):
    def __init__(self) -> None:
        super().__init__()
        self.heads = nn.ModuleDict({"b": nn.Linear(2, 2), "a": nn.ReLU()})
        self.ordered = nn.ModuleDict(OrderedDict([("d", nn.Linear(2, 2)), ("c", nn.Linear(2, 2))]))

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        heads = sorted(self.heads.items())  # break: FG103 (before 2.14)
        for _, head in heads:
            x = head(x)
        for _, head in sorted(self.ordered.items(), key=lambda pair: (pair[0], pair[1])):  # break: FG103 (before 2.14)
            x = head(x)
        ranked = sorted(WEIGHTS.items())  # break: FG103 (before 2.14)
        return x + len(ranked)


def make():
    return Heads()


def inputs():
    return [(torch.ones(3, 2),)]
