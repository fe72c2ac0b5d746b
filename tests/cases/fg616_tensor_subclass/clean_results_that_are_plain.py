"""What is computed of a parameter, or of a class that says so, is a plain tensor."""

import torch
from torch import nn


class Signal(torch.Tensor):
    pass


class Weight(nn.Parameter):
    pass


class Model(nn.Module):
    def __init__(self):
        super().__init__()
        self.weight = Weight(torch.ones(4))

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return (x * self.weight).as_subclass(Signal) * 2


def make():
    return Model()


def inputs():
    return [(torch.rand(3, 4),)]
