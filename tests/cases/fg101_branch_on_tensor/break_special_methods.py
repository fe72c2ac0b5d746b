"""Methods that Python calls by itself: to index, iterate, enter and update an object."""

import torch
from torch import nn


class Held:
    def __init__(self, values: torch.Tensor) -> None:
        self.values = values


class Rows(Held):
    def __getitem__(self, place):
        if self.values.sum() > 0:  # break: FG101
            return self.values[place]
        return -self.values[place]

    def __setitem__(self, place, value) -> None:
        if value > 0:  # break: FG101
            self.values = self.values + value


class Filled(dict):
    def __init__(self, values: torch.Tensor) -> None:
        super().__init__()
        self.values_of = values

    def __missing__(self, key):
        made = self[key] = self.values_of.sum()
        return made


class Counting(Held):
    def __init__(self, values: torch.Tensor) -> None:
        self.values = values
        self.count = 0

    def __iter__(self):
        return self

    def __next__(self):
        self.count += 1
        if self.count > 2:
            raise StopIteration
        return self.values.sum()


class Listed(Held):
    def __iter__(self):
        return iter([self.values, self.values.sum()])


class Updated(Held):
    def __iadd__(self, number):
        if self.values.sum() > number:  # break: FG101
            self.values = self.values + number
        return self

    def __add__(self, number):
        if self.values.sum() > number:
            return self
        return number


class Entered(Held):
    def __enter__(self):
        return self.values.sum()

    def __exit__(self, *raised) -> None:
        return None


def indexed(x):
    rows = Rows(x)
    first = rows[0]
    rows[0] = first
    return x + first


def filled(x):
    table = Filled(x)
    if table["a"] > 0:  # break: FG101
        return x
    return -x


def counted(x):
    for total in Counting(x):
        if total > 0:  # break: FG101
            x = x + total
    return x


def listed(x):
    for part in Listed(x):
        if part.sum() > 0:  # break: FG101
            x = x + 1
    return x


def updated(x):
    held = Updated(x)
    held += 1
    return held.values


def entered(x):
    with Entered(x) as total:
        y = x + total
    if total > 0:  # break: FG101
        y = y + 1
    return y


class Model(nn.Module):
    def forward(self, x: torch.Tensor) -> torch.Tensor:
        y = indexed(x) + x
        y = filled(y) + x
        y = counted(y) + x
        y = listed(y) + x
        y = updated(y) + x
        return entered(y)


def make():
    return Model()


def inputs():
    return [(torch.ones(2),), (-torch.ones(2),)]
