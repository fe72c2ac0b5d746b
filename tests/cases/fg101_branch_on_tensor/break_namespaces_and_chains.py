from collections import ChainMap
from types import SimpleNamespace

import torch
from torch import nn


class Model(nn.Module):
    def __init__(self):
        super().__init__()
        self.settings = SimpleNamespace(limit=torch.tensor(0.5), count=2)
        self.tables = ChainMap({"a": 1}, {"weight": torch.ones(3)})

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        y = x * self.settings.count
        if y.sum() > self.settings.limit:  # break: FG101
            y = y + 1
        if self.tables["weight"].sum() > 2:  # break: FG101
            y = y + self.tables["a"]
        return y


def make():
    return Model()


def inputs():
    return [(torch.randn(2, 4),)]
