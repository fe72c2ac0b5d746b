"""What every program has around it: imports, and a module with attributes of many kinds.

The text of this file is the head of each file that is checked and compiled. The classes of the programs come below.
"""

# ruff: noqa: F401, UP028
# mypy: disable-error-code="no-untyped-def, no-untyped-call, type-arg"

from __future__ import annotations

import abc
import argparse
import array
import ast
import asyncio
import base64
import binascii
import bisect
import builtins
import calendar
import cmath
import codecs
import collections
import configparser
import contextlib
import contextvars
import copy
import csv
import dataclasses
import datetime
import decimal
import difflib
import enum
import fnmatch
import fractions
import functools
import gc
import getpass
import glob
import hashlib
import heapq
import hmac
import html
import inspect
import io
import itertools
import json
import keyword
import locale
import logging
import math
import numbers
import operator
import os
import os.path
import pathlib
import pickle
import platform
import pprint
import queue
import random
import re
import secrets
import shlex
import shutil
import signal
import socket
import statistics
import string
import struct
import sys
import sysconfig
import tempfile
import textwrap
import threading
import time
import timeit
import traceback
import types
import typing
import unicodedata
import urllib.parse
import uuid
import warnings
import weakref
import zlib
from collections import ChainMap, Counter, OrderedDict, defaultdict, deque, namedtuple
from dataclasses import dataclass, field

import numpy as np
import torch
import torch.nn.functional as F
import torch.utils.checkpoint
import torch.utils.data
from torch import Tensor, nn

logger = logging.getLogger(__name__)
TABLE = {"one": 1, "two": 2}
ITEMS = [1, 2, 3]
LIMIT = 5
COUNT = 0
SCALE = torch.tensor(2.0)
LOCK = threading.Lock()
VARIABLE: contextvars.ContextVar[int] = contextvars.ContextVar("VARIABLE", default=1)


class Color(enum.Enum):
    RED = 1
    GREEN = 2


class Level(enum.IntEnum):
    LOW = 1
    HIGH = 2


class Kind(str, enum.Enum):
    MEAN = "mean"
    SUM = "sum"


class Access(enum.Flag):
    READ = enum.auto()
    WRITE = enum.auto()


@dataclass
class Config:
    size: int = 4
    scale: float = 0.5
    name: str = "config"
    sizes: list[int] = field(default_factory=lambda: [1, 2])


@dataclass(frozen=True)
class Frozen:
    size: int = 4
    scale: float = 0.5


@dataclass
class Output:
    value: Tensor
    loss: Tensor | None = None


class Pair(typing.NamedTuple):
    first: Tensor
    second: Tensor


Point = namedtuple("Point", ["left", "right"])


class Plain:
    """A class with a method of each kind."""

    kind = "plain"
    __slots__ = ("__dict__", "__weakref__", "size")

    def __init__(self, size: int = 3) -> None:
        self.size = size
        self.state: dict[str, int] = {}

    @property
    def double(self) -> int:
        return self.size * 2

    @classmethod
    def made(cls, size: int) -> Plain:
        return cls(size)

    @staticmethod
    def shifted(value: int) -> int:
        return value + 1

    def grow(self, by: int = 1) -> int:
        self.size += by
        return self.size

    def __len__(self) -> int:
        return self.size

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Plain) and other.size == self.size

    def __hash__(self) -> int:
        return hash(self.size)

    def __bool__(self) -> bool:
        return self.size > 0

    def __add__(self, other: int) -> int:
        return self.size + other

    def __getitem__(self, key: int) -> int:
        if key >= self.size:
            raise IndexError(key)
        return key

    def __call__(self, value: Tensor) -> Tensor:
        return value * self.size

    def __contains__(self, key: object) -> bool:
        return key == self.size


class Double(torch.autograd.Function):
    @staticmethod
    def forward(ctx, value):
        ctx.save_for_backward(value)
        return value * 2

    @staticmethod
    def backward(ctx, gradient):
        return gradient * 2


@contextlib.contextmanager
def managed(value: int):
    yield value + 1


def doubled(value):
    return value * 2


def added(value, other=1, *more, key=0, **rest):
    return value + other + key


def counted(limit):
    for number in range(limit):
        yield number


def wrapped(function):
    @functools.wraps(function)
    def inner(*args, **kwargs):
        return function(*args, **kwargs)

    return inner


@functools.lru_cache
def cached(value: int) -> int:
    return value + 1


@wrapped
def decorated(value):
    return value + 1


class Base(nn.Module):
    """The module that all programs are methods of."""

    shared = 3

    def __init__(self) -> None:
        super().__init__()
        self.count = 2
        self.scale = 0.5
        self.name = "mean"
        self.flag = True
        self.nothing = None
        self.sizes = [2, 3]
        self.shape = (4, 6)
        self.table = {"a": 1, "b": 2}
        self.names = {"mean", "sum"}
        self.history: list[Tensor] = []
        self.cache: dict[str, Tensor] = {}
        self.tensor = torch.ones(6)
        self.tensors = [torch.ones(6), torch.zeros(6)]
        self.register_buffer("mean", torch.zeros(6))
        self.register_buffer("steps", torch.tensor(0))
        self.mean: Tensor
        self.steps: Tensor
        self.weight = nn.Parameter(torch.ones(6))
        self.linear = nn.Linear(6, 6)
        self.norm = nn.BatchNorm1d(6)
        self.dropout = nn.Dropout(0.5)
        self.embedding = nn.Embedding(10, 6)
        self.attention = nn.MultiheadAttention(6, 2, batch_first=True)
        self.layers = nn.ModuleList([nn.Linear(6, 6) for _ in range(2)])
        self.heads = nn.ModuleDict({"a": nn.Linear(6, 6), "b": nn.Linear(6, 6)})
        self.stack = nn.Sequential(nn.Linear(6, 6), nn.ReLU(), nn.Linear(6, 6))
        self.weights = nn.ParameterList([nn.Parameter(torch.ones(6)) for _ in range(2)])
        self.number = np.float32(0.5)
        self.whole = np.int64(3)
        self.array = np.ones(6, dtype=np.float32)
        self.dtype = torch.float32
        self.device = torch.device("cpu")
        self.generator = torch.Generator().manual_seed(1)
        self.config = Config()
        self.frozen = Frozen()
        self.point = Point(1, 2)
        self.color = Color.RED
        self.kind = Kind.MEAN
        self.space = types.SimpleNamespace(size=4, scale=0.5)
        self.plain = Plain()
        self.activation = torch.relu
        self.function = lambda value: value * 2
        self.partial = functools.partial(torch.clamp, min=0)
        self.lock = threading.Lock()
        self.random = random.Random(1)
        self.logger = logging.getLogger("statements")
        self.path = pathlib.Path("model.pt")
        self.pattern = re.compile(r"(\d+)")
        self.ordered = OrderedDict(a=1, b=2)
        self.default: defaultdict[str, int] = defaultdict(int)
        self.counter = Counter("aab")
        self.queue = deque([1, 2], maxlen=4)
        self.slice = slice(0, 2)
        self.range = range(3)
        self.complex = 1 + 2j
        self.raw = b"raw"
        self.optimizer = torch.optim.SGD([self.weight], lr=0.1)
        self.normal = torch.distributions.Normal(torch.zeros(6), torch.ones(6))

    @property
    def twice(self) -> int:
        return self.count * 2

    @functools.cached_property
    def triple(self) -> int:
        return self.count * 3

    def helper(self, value: Tensor, scale: float = 1.0) -> Tensor:
        return value * scale

    @staticmethod
    def fixed(value: Tensor) -> Tensor:
        return value + 1


class Recurrent(Base):
    """The same with recurrent layers, for the programs that name one: walking over them breaks the graph."""

    def __init__(self) -> None:
        super().__init__()
        self.lstm = nn.LSTM(6, 6, batch_first=True)
        self.gru = nn.GRU(6, 6, batch_first=True)


class Warm(Base):
    """A program that the compiler is warmed up with."""

    def forward(self, x: Tensor) -> Tensor:
        print(self.helper(self.linear(x)))
        return x + int(x.sum())


def make(name: str) -> nn.Module:
    """The module of this name, the same each time."""
    torch.manual_seed(1)
    random.seed(1)
    np.random.seed(1)
    made = globals()[name]()
    assert isinstance(made, nn.Module)
    return made


def inputs() -> list[Tensor]:
    """The tensors that it is called with: one shape, other values."""
    first = torch.arange(24.0).reshape(4, 6) / 10 - 0.85
    return [first, first.flip(0) + 0.1]
