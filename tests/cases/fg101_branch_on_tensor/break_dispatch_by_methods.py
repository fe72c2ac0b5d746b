# only: torch>=2.13
from functools import singledispatchmethod

import torch
from torch import nn


class Model(nn.Module):
    @singledispatchmethod
    def scaled(self, factor, x):
        return x

    @scaled.register
    def by_tensor(self, factor: torch.Tensor, x):
        if factor.sum() > 0:  # break: FG101
            return x * factor
        return x

    @scaled.register(list)
    def by_list(self, factor, x):
        if x.sum() > 0:
            return x
        return x * factor[0]

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return self.scaled(x, x)


def make():
    return Model()


def inputs():
    return [(torch.randn(2, 4),)]
