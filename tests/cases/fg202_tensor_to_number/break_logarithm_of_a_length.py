"""Functions of Python's that need to know a number of selected rows."""

import math

import torch
from torch import nn


class Model(nn.Module):
    def forward(self, x: torch.Tensor, groups: torch.Tensor) -> torch.Tensor:
        self.logarithm(x, groups)
        self.chosen(x, groups)
        return x

    def logarithm(self, x: torch.Tensor, groups: torch.Tensor):
        count = x[groups > 0].shape[0]  # break[default]: FG302
        return math.log(count)  # break[fullgraph]: FG202

    def chosen(self, x: torch.Tensor, groups: torch.Tensor):
        count = x[groups > 0].shape[0]  # break[default]: FG302
        return {1: 2, 3: 4}.get(count)  # break[fullgraph]: FG206


def make():
    return Model()


def inputs():
    return [(torch.rand(6, 4), torch.tensor([0, 1, 1, 0, 2, 1]))]
