import contextlib

import torch
from torch import nn


class Scope:
    def __init__(self):
        self.depth = 0

    def __enter__(self):
        self.depth += 1
        return self

    def __exit__(self, *error):
        self.depth -= 1


class Abstract(contextlib.AbstractContextManager):
    def __exit__(self, *error):
        return None


SCOPE = Scope()
ABSTRACT = Abstract()


class Attribute(nn.Module):
    def __init__(self):
        super().__init__()
        self.scope = Scope()

    def forward(self, x):
        with self.scope:  # break: FG411 (before 2.14)
            return x * 2


class Shared(nn.Module):
    scope = Scope()

    def forward(self, x):
        with self.scope as scope:  # break: FG411 (before 2.14)
            return x * scope.depth


class Global(nn.Module):
    def forward(self, x):
        with SCOPE:  # break: FG411 (before 2.14)
            return x * 2


class OfAbstract(nn.Module):
    def forward(self, x):
        with ABSTRACT:  # break: FG411 (before 2.14)
            return x * 2


class Helped(nn.Module):
    def forward(self, x):
        with current():  # break: FG411 (before 2.14)
            return x * 2


def current():
    return SCOPE


def make():
    return nn.Sequential(Attribute(), Shared(), Global(), OfAbstract(), Helped())


def inputs():
    return [(torch.ones(3),)]
