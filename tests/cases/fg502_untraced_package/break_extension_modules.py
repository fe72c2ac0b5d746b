# only: contourpy, kiwisolver
"""Functions and classes of extension modules, through the packages that give them their names."""

import contourpy
import kiwisolver
import torch
from torch import nn


class Model(nn.Module):
    def forward(self, x: torch.Tensor) -> torch.Tensor:
        x = x + 1
        kiwisolver.Variable("width")  # break: FG502
        threads = contourpy.max_threads()  # break: FG502
        return x * threads


def make():
    return Model()


def inputs():
    return [(torch.ones(3),)]
