import torch
from torch import nn


class Table(nn.Module):
    def __init__(self):
        super().__init__()
        self.table = {(1, 2): 1.0, (3, 2): 2.0, 3: 1.0}

    def forward(self, x, cell, how):
        place = cell.tolist()  # break[default]: FG203
        first, second = place
        x = x * 2
        if how == "get":
            return x * self.table.get((first, second), 0.0)  # break[fullgraph]: FG206
        if how == "item":
            return x * self.table[tuple(place)]  # break[fullgraph]: FG206
        if how == "in":
            return x if (first, second) in self.table else -x  # break[fullgraph]: FG202
        if how == "number in":
            found = first in self.table  # break[fullgraph]: FG202
            return x * 2, found
        return x * len({(first, 1), (second, 1)})  # break[fullgraph]: FG202


def make():
    return Table()


def inputs():
    ways = ("get", "item", "in", "number in", "set")
    return [(torch.randn(4), torch.tensor([3, 2]), how) for how in ways]
