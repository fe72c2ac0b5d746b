"""Names with two underscores are mangled in the class."""

import torch
from torch import nn


class Model(nn.Module):
    def __init__(self):
        super().__init__()
        self.__gain = 2.0

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        __h = torch.tanh(x)
        if __h.sum() > 0:
            __h = __h * self.__gain
        return __h


def make():
    torch.manual_seed(0)
    return Model()


def inputs():
    torch.manual_seed(1)
    return [(torch.rand(3),), (-torch.rand(3),)]
