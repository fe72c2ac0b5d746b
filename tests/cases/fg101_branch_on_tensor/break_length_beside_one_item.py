"""A counted length, of a tensor that meets one with a single item."""

import torch
from torch import nn


class Chosen(nn.Module):
    def forward(self, x: torch.Tensor, owners: torch.Tensor):
        count = torch.bincount(owners)  # break[default]: FG308
        count = count.where(count != 0, count.new_ones(1))
        if count.shape[0] != len(x):  # break[fullgraph]: FG101
            return x * 2
        return x


class Added(nn.Module):
    def forward(self, x: torch.Tensor, owners: torch.Tensor):
        count = torch.bincount(owners)  # break[default]: FG308
        count = count + torch.zeros(1)
        if count.shape[0] != len(x):  # break[fullgraph]: FG101
            return x * 2
        return x


class Model(nn.Module):
    def __init__(self):
        super().__init__()
        self.ways = nn.ModuleList([Chosen(), Added()])

    def forward(self, x: torch.Tensor, owners: torch.Tensor, way: int):
        return self.ways[way](x, owners)


def make():
    return Model()


def inputs():
    return [(torch.ones(6, 3), torch.tensor([0, 0, 1, 3, 5, 5]), way) for way in range(2)]
