"""A test of an object calls its ``__bool__`` or its ``__len__``, and ``len`` does too."""

import torch
from torch import nn


class Positive:
    def __init__(self, values: torch.Tensor) -> None:
        self.values = values

    def __bool__(self) -> bool:
        if self.values.sum() > 0:  # break: FG101
            return True
        return False


class Counted:
    def __init__(self, values: torch.Tensor) -> None:
        self.values = values

    def __len__(self) -> int:
        if self.values.sum() > 0:  # break: FG101
            return 1
        return 0


class Rows:
    def __init__(self, values: torch.Tensor) -> None:
        self.values = values

    def __len__(self) -> int:
        return self.values.shape[0]


class Plain:
    def __init__(self, values: torch.Tensor) -> None:
        self.values = values


def signed(x):
    if Positive(x):
        return x
    return -x


def scaled(x):
    return x * len(Counted(x))


def moved(x):
    return x + 1 if not Counted(x) else x


class Model(nn.Module):
    def forward(self, x: torch.Tensor) -> torch.Tensor:
        y = x * 1
        if Rows(x) and len(Rows(x)) > 1 and Plain(x):
            y = y + 1
        y = signed(y) + x
        y = scaled(y) + x
        return moved(y)


def make():
    return Model()


def inputs():
    return [(torch.ones(2),), (-torch.ones(2),)]
