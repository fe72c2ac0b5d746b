"""Losses of two tensors that were masked apart, and then given other lengths by ``view``; not of two views of one."""

import torch
from torch import nn


class Flat(nn.Module):
    def forward(self, x):
        missing = torch.isnan(x)
        kept, other = x[~missing], (x + 1)[~missing]  # break[default]: FG302
        return nn.functional.mse_loss(kept.view(-1), other.view(-1))  # break[fullgraph]: FG310


class Rows(nn.Module):
    def forward(self, x):
        missing = torch.isnan(x)
        kept, other = x[~missing], (x + 1)[~missing]  # break[default]: FG302
        return nn.functional.mse_loss(kept.view(-1, 3), other.view(-1, 3))  # break[fullgraph]: FG310


class One(nn.Module):
    def forward(self, x):
        kept = x[~torch.isnan(x)]  # break[default]: FG302
        return nn.functional.mse_loss(kept.view(-1, 3), kept.reshape(-1, 3) + 1)


class Model(nn.Module):
    def __init__(self):
        super().__init__()
        self.ways = nn.ModuleList([Flat(), Rows(), One()])

    def forward(self, x, way: int):
        return self.ways[way](x)


def make():
    return Model()


def inputs():
    return [(torch.ones(2, 3), way) for way in range(3)]
