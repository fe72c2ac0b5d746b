# only: torch<2.14
from functools import singledispatch

import torch
from torch import nn


@singledispatch
def scaled(factor, x):
    return x


@scaled.register
def _(factor: int, x):
    return x * factor


@scaled.register(torch.Tensor)
def _(factor, x):
    return x * factor + 1


class Model(nn.Module):
    def forward(self, x: torch.Tensor) -> torch.Tensor:
        y = scaled(x, x)
        y = scaled(2, y)  # break: FG608
        return scaled("name", y)  # break: FG608


def make():
    return Model()


def inputs():
    return [(torch.randn(2, 4),)]
