"""Objects that are set to several global names at once."""

import torch
from torch import nn


class Selection:
    def rows(self, x: torch.Tensor):
        return x.nonzero()  # break[default]: FG301


FIRST, SECOND = Selection(), Selection()


class Model(nn.Module):
    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return SECOND.rows(x)


def make():
    return Model()


def inputs():
    return [(torch.rand(3, 4),)]
