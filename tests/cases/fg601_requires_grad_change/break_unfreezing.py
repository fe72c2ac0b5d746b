"""Layers that are frozen for a part of the forward, and thawed behind it: both change something in every call."""

import torch
from torch import nn


class Whole(nn.Module):
    def __init__(self):
        super().__init__()
        self.layer = nn.Linear(3, 3)

    def forward(self, x):
        self.layer.requires_grad_(False)  # break: FG601
        x = self.layer(x)
        self.layer.requires_grad_(True)  # break: FG601
        return self.layer(x)


class Weight(nn.Module):
    def __init__(self):
        super().__init__()
        self.layer = nn.Linear(3, 3)

    def forward(self, x):
        self.layer.weight.requires_grad_(False)  # break: FG601
        x = self.layer(x)
        self.layer.weight.requires_grad_()  # break: FG601
        return self.layer(x)


class Thawed(nn.Module):
    def __init__(self):
        super().__init__()
        self.layer = nn.Linear(3, 3)

    def forward(self, x):
        self.layer.requires_grad_(True)
        return self.layer(x)


class Model(nn.Module):
    def __init__(self):
        super().__init__()
        self.ways = nn.ModuleList([Whole(), Weight(), Thawed()])

    def forward(self, x, way: int):
        return self.ways[way](x)


def make():
    return Model()


def inputs():
    return [(torch.ones(2, 3), way) for way in range(3)]
