"""Methods that Python calls by itself: to hash, search, convert, format and reverse an object."""
# only: torch>=2.13

import torch
from torch import nn


class Held:
    def __init__(self, values: torch.Tensor) -> None:
        self.values = values


class Hashed(Held):
    def __hash__(self) -> int:
        if self.values.sum() > 0:  # break: FG101
            return 1
        return 2


class Searched(Held):
    def __iter__(self):
        if self.values.sum() > 0:  # break: FG101
            yield 1
        yield 2


class Converted(Held):
    def __int__(self) -> int:
        if self.values.sum() > 0:  # break: FG101
            return 1
        return 2

    def __float__(self) -> float:
        if self.values.sum() > 1:  # break: FG101
            return 1.0
        return 2.0

    def __abs__(self):
        if self.values.sum() > 2:  # break: FG101
            return self.values
        return -self.values

    def __index__(self) -> int:
        if self.values.sum() > 3:  # break: FG101
            return 1
        return 0

    def __str__(self) -> str:
        if self.values.sum() > 4:  # break: FG101
            return "one"
        return "two"

    def __reversed__(self):
        if self.values.sum() > 5:  # break: FG101
            return [1, 2]
        return [2, 1]


def hashed(x):
    return x * len({Hashed(x): 1})


def searched(x):
    return x * 2 if 2 in Searched(x) else x


def whole(x):
    return x * int(Converted(x))


def fraction(x):
    return x * float(Converted(x))


def absolute(x):
    return x + abs(Converted(x))


def chosen(x):
    return x * [1, 2][Converted(x)]


def written(x):
    return x * 2 if str(Converted(x)) == "one" else x


def reverse(x):
    return x * len(list(reversed(Converted(x))))


class Model(nn.Module):
    def forward(self, x: torch.Tensor) -> torch.Tensor:
        y = hashed(x) + x
        y = searched(y) + x
        y = whole(y) + x
        y = fraction(y) + x
        y = absolute(y) + x
        y = chosen(y) + x
        y = written(y) + x
        y = reverse(y) + x
        return y


def make():
    return Model()


def inputs():
    return [(torch.ones(2),), (-torch.ones(2),)]
