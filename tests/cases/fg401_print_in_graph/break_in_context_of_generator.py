# only: torch>=2.13
"""Contexts by generators: what they set holds in the body of the ``with``, and no longer behind it."""

from contextlib import contextmanager

import torch
from torch import nn


class Settings:
    loud = False
    traced = False


LEVELS = {"depth": 0}
MODE = "quiet"


@contextmanager
def loud(value=True):
    before = Settings.loud
    Settings.loud = value
    try:
        yield
    finally:
        Settings.loud = before


@contextmanager
def traced():
    Settings.traced = True
    yield
    Settings.traced = False


@contextmanager
def mode(name):
    global MODE
    before, MODE = MODE, name
    yield name
    MODE = before


@contextmanager
def depth(number):
    before = LEVELS["depth"]
    LEVELS["depth"] = number
    yield LEVELS
    LEVELS["depth"] = before


def tell(x):
    if Settings.loud:
        print(x.ndim)  # break: FG401
    return x + 1


class Inside(nn.Module):
    def forward(self, x):
        with loud():
            return tell(x)


class Behind(nn.Module):
    def forward(self, x):
        with traced():
            x = x * 2
        if Settings.traced:
            print(x.ndim)
        return x


class ByMode(nn.Module):
    def forward(self, x):
        with mode("loud"):
            if MODE == "loud":
                print(x.ndim)  # break: FG401
        return x


class ByTable(nn.Module):
    def forward(self, x):
        with depth(3):
            if LEVELS["depth"] > 2:
                print(x.ndim)  # break: FG401
        return x


class OfSelf(nn.Module):
    def __init__(self):
        super().__init__()
        self.tells = False

    @contextmanager
    def telling(self):
        self.tells = True
        yield self
        self.tells = False

    def step(self, x):
        if self.tells:
            print(x.ndim)  # break: FG401
        return x + 1

    def forward(self, x):
        with self.telling():
            return self.step(x)


class Model(nn.Module):
    def __init__(self):
        super().__init__()
        self.ways = nn.ModuleList([Inside(), Behind(), ByMode(), ByTable(), OfSelf()])

    def forward(self, x, way: int):
        return self.ways[way](x)


def make():
    return Model()


def inputs():
    return [(torch.ones(3), way) for way in range(5)]
