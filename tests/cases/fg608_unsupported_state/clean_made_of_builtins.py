# only: torch>=2.12
import collections
import enum
from collections import UserDict
from typing import Generic, TypeVar

import torch
from torch import nn

T = TypeVar("T")


class Rate(float, enum.Enum):
    SLOW = 0.5
    FAST = 2.0


class Count(int):
    pass


class Name(str):
    pass


class Pair(tuple):
    pass


class Table(dict):
    pass


class Ordered(collections.OrderedDict):
    pass


class Chained(collections.ChainMap):
    pass


class Wrapped(UserDict):
    pass


class Held(Generic[T]):
    def __getattr__(self, name):
        return 2


class Problem(ValueError):
    pass


class Model(nn.Module):
    def forward(self, x):
        rate = Rate(0.5)
        count = Count(3) + len(Name("ab")) + Pair((1, 2))[0]
        table = Table(a=1)["a"] + Ordered(a=1)["a"] + Chained({"a": 1})["a"] + Wrapped(a=1)["a"]
        Problem("none")
        return x * count * table * Held().size if rate is Rate.SLOW else x


def make():
    return Model()


def inputs():
    return [(torch.ones(2, 4),)]
