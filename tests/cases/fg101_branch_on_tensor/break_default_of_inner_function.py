"""Defaults of functions inside of others that are variables of the one around."""

import torch
from torch import nn


class Lambda(nn.Module):
    def forward(self, x):
        kept = lambda y=x: y  # noqa: E731
        if kept().sum() > 0:  # break: FG101
            return x
        return -x


class Inner(nn.Module):
    def forward(self, x):
        scale = x.mean()

        def scaled(y, by=scale, *, other=x):
            if by > other.numel():  # break: FG101
                return y * by
            return y

        return scaled(x) + scaled(x * 2)


class Model(nn.Module):
    def __init__(self):
        super().__init__()
        self.ways = nn.ModuleList([Lambda(), Inner()])

    def forward(self, x, way: int):
        return self.ways[way](x)


def make():
    return Model()


def inputs():
    return [(torch.ones(3), way) for way in range(2)]
