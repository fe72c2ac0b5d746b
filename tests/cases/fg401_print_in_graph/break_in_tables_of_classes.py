# only: torch>=2.13
"""Tables that classes hold, and tables that a statement passes to what fills them."""

import torch
from torch import nn


class Operation:
    known = {}

    def __init__(self, name):
        self.name = name
        Operation.known[name] = self

    def apply(self, x):
        print(x.ndim)  # break: FG401
        return x + 1


Operation("noisy")


class Holder:
    table = {}
    steps = []


def held(x):
    print(x.ndim)  # break: FG401
    return x


def step(x):
    print(x.ndim)  # break: FG401
    return x


Holder.table.update({"held": held})
Holder.steps.append(step)
DECORATED = {}
GROUPS = {}
PAIRS = {}


def register(table, name):
    def add(function):
        table[name] = function
        return function

    return add


def group(table, name, function):
    table.setdefault(name, []).append(function)


@register(DECORATED, "first")
def decorated(x):
    print(x.ndim)  # break: FG401
    return x


def grouped(x):
    print(x.ndim)  # break: FG401
    return x


def paired(x):
    print(x.ndim)  # break: FG401
    return x


def unused(x):
    print(x.ndim)
    return x


group(GROUPS, "some", grouped)
group(GROUPS, "others", unused)
PAIRS.update([("first", paired), ("second", unused)])


class Own(nn.Module):
    def forward(self, x):
        return Operation.known["noisy"].apply(x)


class Updated(nn.Module):
    def forward(self, x):
        return Holder.table["held"](x)


class Listed(nn.Module):
    def forward(self, x):
        for one in Holder.steps:
            x = one(x)
        return x


class Decorated(nn.Module):
    def forward(self, x):
        return DECORATED["first"](x)


class Grouped(nn.Module):
    def forward(self, x):
        for function in GROUPS["some"]:
            x = function(x)
        return x


class Paired(nn.Module):
    def forward(self, x):
        return PAIRS["first"](x)


class Model(nn.Module):
    def __init__(self):
        super().__init__()
        self.ways = nn.ModuleList([Own(), Updated(), Listed(), Decorated(), Grouped(), Paired()])

    def forward(self, x, way: int):
        return self.ways[way](x)


def make():
    return Model()


def inputs():
    return [(torch.ones(3), way) for way in range(6)]
