# only: torch>=2.14, torch<2.15
from functools import partialmethod

import torch
from torch import nn


class Scaler:
    def scale(self, x, factor):
        return x * factor

    double = partialmethod(scale, factor=2)


class Model(nn.Module):
    def __init__(self):
        super().__init__()
        self.scaler = Scaler()

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        y = x + 1
        y = self.scaler.double(y)  # fails: FG608
        return y + 1


def make():
    return Model()


def inputs():
    return [(torch.randn(2, 4),)]
