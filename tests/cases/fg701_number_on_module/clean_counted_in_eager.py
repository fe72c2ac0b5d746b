"""A number that is counted in an arm that compiled code does not take."""

import torch
from torch import nn


class Model(nn.Module):
    def __init__(self) -> None:
        super().__init__()
        self.calls = 0
        self.others = 0

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        if torch.compiler.is_compiling():
            y = x + 1
        else:
            self.calls += 1
            y = x + 1
        if not torch.compiler.is_compiling() and x.dim():
            self.others += 1
        return y


def make():
    return Model()


def inputs():
    return [(torch.ones(3),)]
