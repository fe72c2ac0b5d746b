"""Methods that keep their results, by decorators that leave the work to others."""

import functools
import pickle

import torch
from torch import nn


def memoized(method=None, name=None, ignore_arguments=False):
    if ignore_arguments:
        return _by_name(method=method, name=name)
    return _by_arguments(method=method, name=name)


def _by_arguments(method=None, name=None):
    if method is None:
        return functools.partial(_by_arguments, name=name)

    @functools.wraps(method)
    def kept(self, *args, **kwargs):
        key = (name or method.__qualname__, pickle.dumps(kwargs))  # break: FG405
        if key not in self.results:
            self.results[key] = method(self, *args, **kwargs)
        return self.results[key]

    return kept


def _by_name(method=None, name=None):
    if method is None:
        return functools.partial(_by_name, name=name)

    @functools.wraps(method)
    def kept(self, *args, **kwargs):
        key = name or method.__qualname__
        if key not in self.results:
            self.results[key] = method(self, *args, **kwargs)
        return self.results[key]

    return kept


class Named(nn.Module):
    def __init__(self):
        super().__init__()
        self.results = {}

    @memoized(name="cube")
    def cube(self, x):
        return x * x * x

    def forward(self, x):
        return self.cube(x) + 1


class Ignoring(nn.Module):
    def __init__(self):
        super().__init__()
        self.results = {}

    @memoized(name="double", ignore_arguments=True)
    def double(self, x):
        return x * 2

    def forward(self, x):
        return self.double(x) + 1


class Model(nn.Module):
    def __init__(self):
        super().__init__()
        self.ways = nn.ModuleList([Named(), Ignoring()])

    def forward(self, x, way):
        return self.ways[way](x)


def make():
    return Model()


def inputs():
    return [(torch.ones(3), 0), (torch.ones(3), 1)]
