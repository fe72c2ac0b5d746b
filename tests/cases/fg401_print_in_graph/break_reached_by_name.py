# only: torch>=2.11
"""Functions and classes that are reached by their names, in all ways that Python has for that."""

import dataclasses
import enum
import importlib
import sys

import torch
from torch import nn


def of_globals(x):
    print(x.ndim)  # break: FG401
    return x


class Globals(nn.Module):
    def forward(self, x):
        return globals()["of_globals"](x)  # break: FG501


def of_module(x):
    print(x.ndim)  # break: FG401
    return x


class OfModule(nn.Module):
    def __init__(self):
        super().__init__()
        self.function = getattr(sys.modules[__name__], "of_module")

    def forward(self, x):
        return self.function(x)


class Named(nn.Module):
    def forward(self, x):
        print(x.ndim)  # break: FG401
        return x


class ByText(nn.Module):
    def __init__(self, name="Named"):
        super().__init__()
        self.layer = eval(name)()

    def forward(self, x):
        return self.layer(x)


class Kind(enum.Enum):
    SQUARE = "square"
    CUBE = "cube"

    def apply(self, x):
        print(self.name)  # break: FG401
        return x * x


class ByValue(nn.Module):
    def __init__(self, kind="square"):
        super().__init__()
        self.kind = Kind(kind)

    def forward(self, x):
        return self.kind.apply(x)


class Step:
    def run(self, x):
        return x


class Loud(Step):
    name = "loud"

    def run(self, x):
        print(x.ndim)  # break: FG401
        return x


class Derived(nn.Module):
    def __init__(self, name="loud"):
        super().__init__()
        self.step = next(step for step in Step.__subclasses__() if step.name == name)()

    def forward(self, x):
        return self.step.run(x)


@dataclasses.dataclass
class Record:
    x: torch.Tensor
    loud: bool = False

    def __post_init__(self):
        if self.loud:
            print(self.x.ndim)  # break: FG401


class Replaced(nn.Module):
    def forward(self, x):
        return dataclasses.replace(Record(x), loud=True).x + 1


class Config:
    def __init__(self, **options):
        self.__dict__.update(options)


def from_config(x):
    print(x.ndim)  # break: FG401
    return x


class Configured(nn.Module):
    def __init__(self):
        super().__init__()
        self.config = Config(function=from_config, depth=2)

    def forward(self, x):
        return self.config.function(x)


class Options(dict):
    def __init__(self, *args, **options):
        super().__init__(*args, **options)
        self.__dict__ = self


def from_options(x):
    print(x.ndim)  # break: FG401
    return x


class WithOptions(nn.Module):
    def __init__(self):
        super().__init__()
        self.options = Options(function=from_options)

    def forward(self, x):
        return self.options.function(x)


class Imported(nn.Module):
    def __init__(self):
        super().__init__()
        self.sqrt = importlib.import_module("math").sqrt

    def forward(self, x):
        return x * self.sqrt(4)


class Model(nn.Module):
    def __init__(self):
        super().__init__()
        self.ways = nn.ModuleList(
            [
                Globals(),
                OfModule(),
                ByText(),
                ByValue(),
                Derived(),
                Replaced(),
                Configured(),
                WithOptions(),
            ]
        )
        self.imported = Imported()

    def forward(self, x, way: int):
        return self.imported(self.ways[way](x))


def make():
    return Model()


def inputs():
    return [(torch.ones(3), way) for way in range(8)]
