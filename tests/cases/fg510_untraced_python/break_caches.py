"""Caches that are put around a function while it is compiled."""

import functools

import torch
from torch import nn


def double(n):
    return n * 2


class Model(nn.Module):
    def forward(self, x):
        x = x + 1
        functools.lru_cache(double)  # break: FG510
        functools.cache(double)  # break: FG510
        functools.cached_property(double)  # break: FG510
        return x * 2


def make():
    return Model()


def inputs():
    return [(torch.ones(2, 4),)]
