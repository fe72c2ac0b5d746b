"""A bound method that a constructor wraps in a cache, and caches that are traced."""

import functools
from dataclasses import dataclass
from functools import lru_cache

import torch
from torch import nn


def plain(number):
    return number + 1


wrapped = lru_cache(maxsize=8)(plain)


class Sizes:
    """The attribute hides the method."""

    def __init__(self, step):
        self.step = step
        self.size = lru_cache(100)(self.size)

    def size(self, number):
        return number + self.step

    @lru_cache(100)
    def traced(self, number):
        return number * self.step


@dataclass
class Pattern:
    """Wrapped behind the constructor of a dataclass."""

    step: int

    def __post_init__(self):
        self.indexes = functools.cache(self.indexes)

    def indexes(self, number):
        return number * self.step


class Hidden(nn.Module):
    def __init__(self):
        super().__init__()
        self.sizes = Sizes(3)

    def forward(self, x: torch.Tensor):
        return x * self.sizes.size(x.shape[0])  # break: FG510


class Behind(nn.Module):
    def __init__(self):
        super().__init__()
        self.pattern = Pattern(3)

    def forward(self, x: torch.Tensor):
        return x * self.pattern.indexes(x.shape[0])  # break: FG510


class Provider:
    """What the cached method gives is known."""

    def __init__(self):
        self.pattern = lru_cache(8)(self.pattern)

    def pattern(self, number):
        return torch.full((number, 3), 2.0)


class Given(nn.Module):
    def __init__(self):
        super().__init__()
        self.provider = Provider()

    def forward(self, x: torch.Tensor):
        pattern = self.provider.pattern(x.shape[0])  # break: FG510
        if pattern.sum() > 0:  # break: FG101
            x = x + 1
        return x


class Own(nn.Module):
    def __init__(self):
        super().__init__()
        self.cached = lru_cache(self.size)

    def size(self, number):
        return number + 1

    def forward(self, x: torch.Tensor):
        return x * self.cached(x.shape[0])  # break: FG510


class Traced(nn.Module):
    def __init__(self):
        super().__init__()
        self.sizes = Sizes(3)

    def forward(self, x: torch.Tensor):
        return x * self.sizes.traced(x.shape[0]) * wrapped(x.shape[1])


class Model(nn.Module):
    def __init__(self):
        super().__init__()
        self.ways = nn.ModuleList([Hidden(), Behind(), Own(), Traced(), Given()])

    def forward(self, x: torch.Tensor, way: int):
        return self.ways[way](x)


def make():
    return Model()


def inputs():
    return [(torch.ones(2, 3), way) for way in range(5)]
