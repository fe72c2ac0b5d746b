import array
import datetime
import decimal
import functools
import itertools
import types

import torch
from torch import nn


class Bound(functools.partial):
    pass


class Rate(float):
    def halved(self):
        return Rate(self / 2)


class Root(complex):
    pass


class Raw(bytes):
    pass


class Buffer(bytearray):
    pass


class Lazy(property):
    pass


class Price(decimal.Decimal):
    pass


class Day(datetime.date):
    pass


class Span(datetime.timedelta):
    pass


class Settings(types.SimpleNamespace):
    pass


class Counting(itertools.count):
    pass


class Joined(itertools.chain):
    pass


class Pairs(zip):
    pass


class Mapped(map):
    pass


class Numbered(enumerate):
    pass


class Backwards(reversed):
    pass


class Packed(array.array):
    pass


def double(n):
    return n * 2


class Numbers(nn.Module):
    def forward(self, x):
        x = x + 1
        Rate(0.5)  # break: FG608
        x = x + 1
        Root(1, 2)  # break: FG608
        x = x + 1
        Raw(b"a")  # break: FG608
        x = x + 1
        Buffer(b"a")  # break: FG608
        x = x + 1
        Price("1.5")  # break: FG608
        return x * 2


class Times(nn.Module):
    def forward(self, x):
        x = x + 1
        Day(2020, 1, 1)  # break: FG608
        x = x + 1
        Span(1)  # break: FG608
        x = x + 1
        Packed("i", [1])  # break: FG608
        x = x + 1
        Settings()  # break: FG608 (before 2.15)
        return x * 2


class Functions(nn.Module):
    def forward(self, x):
        x = x + 1
        Bound(double, 1)  # break: FG608
        x = x + 1
        Lazy(double)  # break: FG608
        return x * 2


class Iterators(nn.Module):
    def forward(self, x):
        x = x + 1
        Counting(1)  # break: FG608
        x = x + 1
        Joined([1])  # break: FG608
        x = x + 1
        Pairs([1])  # break: FG608
        x = x + 1
        Mapped(double, [1])  # break: FG608
        x = x + 1
        Numbered([1])  # break: FG608
        x = x + 1
        Backwards([1])  # break: FG608
        return x * 2


class Model(nn.Module):
    def __init__(self):
        super().__init__()
        self.ways = [Numbers(), Times(), Functions(), Iterators()]

    def forward(self, x, way):
        return self.ways[way](x)


def make():
    return Model()


def inputs():
    return [(torch.ones(2, 4), way) for way in range(4)]
