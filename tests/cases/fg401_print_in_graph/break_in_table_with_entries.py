# only: torch>=2.13
"""Tables of functions that begin with some and are filled by other statements; classes in the bodies of classes."""

import torch
from torch import nn


def quiet(x):
    return x + 1


def first(x):
    print(x.ndim)  # break: FG401
    return x


def second(x):
    print(x.ndim)  # break: FG401
    return x


def third(x):
    print(x.ndim)  # break: FG401
    return x


def fourth(x):
    print(x.ndim)  # break: FG401
    return x


def replaced(x):
    print(x.ndim)
    return x


ITEMS = {"quiet": quiet, "replaced": replaced}
ITEMS["first"] = first
ITEMS["replaced"] = quiet
UPDATED = {"relu": torch.relu}
UPDATED.update(second=second)
LISTED = [quiet]
LISTED.append(third)
REGISTERED = {"quiet": quiet}


def register(name, function):
    REGISTERED[name] = function


register("fourth", fourth)


class Item(nn.Module):
    def forward(self, x):
        return ITEMS["first"](x)


class Replaced(nn.Module):
    def forward(self, x):
        return ITEMS["replaced"](ITEMS["quiet"](x))


class Updated(nn.Module):
    def forward(self, x):
        return UPDATED["second"](UPDATED["relu"](x))


class Listed(nn.Module):
    def forward(self, x):
        for function in LISTED:
            x = function(x)
        return x


class Registered(nn.Module):
    def forward(self, x):
        return REGISTERED["fourth"](x)


class Boxed(nn.Module):
    class Box:
        def __init__(self, value):
            self.value = value

        def doubled(self):
            return self.value * 2

    def forward(self, x):
        if self.Box(x).doubled().sum() > 0:  # break: FG101
            return x
        return Boxed.Box(x).value + 1


class Model(nn.Module):
    def __init__(self):
        super().__init__()
        self.ways = nn.ModuleList([Item(), Replaced(), Updated(), Listed(), Registered(), Boxed()])

    def forward(self, x, way: int):
        return self.ways[way](x)


def make():
    return Model()


def inputs():
    return [(torch.ones(3), way) for way in range(6)]
