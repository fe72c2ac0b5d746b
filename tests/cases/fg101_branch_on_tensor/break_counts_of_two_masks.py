"""Counts that are compared with those of other masks, and lengths behind ``squeeze()`` without a dimension."""

import torch
from torch import nn


class Hard(nn.Module):
    def forward(self, x):
        least = x[x != 2].numel() // 4  # break[default]: FG302
        hard = x[x > 0]  # break[default]: FG302
        if hard.numel() < least:  # break[fullgraph]: FG101
            return x.sum()
        return hard.mean()


class Longer(nn.Module):
    def forward(self, x):
        hard = x[x > 0]  # break[default]: FG302
        easy = x[x < 0]  # break[default]: FG302
        if hard.numel() > easy.shape[0]:  # break[fullgraph]: FG101
            return x.sum()
        return hard.mean()


class Squeezed(nn.Module):
    def forward(self, x):
        where = (x[0] > 0).nonzero().squeeze()  # break[default]: FG301
        if where.numel() == 0:  # break[fullgraph]: FG101
            return x
        return x.index_select(1, where)


class Picked(nn.Module):
    def forward(self, x):
        rows = x[(x[:, 0] > 0).nonzero().squeeze()]  # break[default]: FG301
        if rows.numel() == 0:  # break[fullgraph]: FG101
            return rows * 0
        return rows.sum(0)


class Viewed(nn.Module):
    def forward(self, x):
        rows = x[x[:, 0] > 0].reshape(1, -1, 3)  # break[default]: FG302
        if rows.size(1) > 0:  # break[fullgraph]: FG101
            return rows
        return x


class Same(nn.Module):
    def forward(self, x):
        kept = x > 0
        if x[kept].numel() == (x + 1)[kept].numel():  # break[default]: FG302
            return x + 1
        return x


class Model(nn.Module):
    def __init__(self):
        super().__init__()
        self.ways = nn.ModuleList([Hard(), Longer(), Squeezed(), Picked(), Viewed(), Same()])

    def forward(self, x, way: int):
        return self.ways[way](x)


def make():
    return Model()


def inputs():
    x = torch.tensor([[1.0, 2.0, -1.0], [3.0, -2.0, 1.0]])
    return [(x, way) for way in range(6)]
