"""Attributes and containers that are traced."""

import argparse
import dataclasses
import string
import types
import weakref
from collections import Counter, OrderedDict, defaultdict, deque

import torch
from torch import nn


@dataclasses.dataclass(slots=True)
class Point:
    x: int = 1


class Slotted:
    __slots__ = ("a",)


class Settled:
    count = 0

    def __init__(self):
        self._level = 1

    def __setattr__(self, name, value):
        super().__setattr__(name, value)

    @property
    def level(self):
        return self._level

    @level.setter
    def level(self, value):
        self._level = value


class Table(dict):
    def __setitem__(self, key, value):
        super().__setitem__(key, value)


def tagged(x):
    return x * 2


tagged.factor = 3
SETTLED = Settled()
SLOTTED = Slotted()
TABLE = Table()
NAMESPACE = types.SimpleNamespace(factor=2)
OPTIONS = argparse.Namespace(factor=2)
REFERENCE = weakref.ref(SETTLED)


class Model(nn.Module):
    def forward(self, x):
        x = x + 1
        SETTLED.level = 4
        SLOTTED.a = 2
        TABLE["a"] = 1
        OPTIONS.factor = 4
        string.flag = 3
        point = Point()
        point.x = 3
        del point.x
        self.kept = 3
        del self.kept

        def inner(y):
            return y * 2

        inner.tag = 1
        groups = defaultdict(list)
        groups["a"].append(x)
        counts = Counter("ab")
        counts.most_common()
        recent = deque([1, 2], maxlen=3)
        recent.appendleft(0)
        ordered = OrderedDict(a=1)
        ordered.move_to_end("a")
        if REFERENCE() is not None:
            x = x * tagged.factor * NAMESPACE.factor
        return inner(tagged(x)) + groups["a"][0]


def make():
    return Model()


def inputs():
    return [(torch.ones(2, 4),)]
