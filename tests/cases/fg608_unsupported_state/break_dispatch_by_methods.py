# only: torch<2.13
from functools import singledispatchmethod

import torch
from torch import nn


class Model(nn.Module):
    @singledispatchmethod
    def scaled(self, factor, x):
        return x

    @scaled.register
    def _(self, factor: torch.Tensor, x):
        return x * factor

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return self.scaled(x, x)  # break: FG608


def make():
    return Model()


def inputs():
    return [(torch.randn(2, 4),)]
