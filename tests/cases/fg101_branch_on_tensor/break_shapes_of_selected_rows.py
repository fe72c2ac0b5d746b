"""Shapes are compared length by length."""

import torch
from torch import nn


class Model(nn.Module):
    def forward(self, x: torch.Tensor, groups: torch.Tensor) -> torch.Tensor:
        self.unequal(x, groups)
        self.equal(x, groups)
        return x

    def unequal(self, x: torch.Tensor, groups: torch.Tensor):
        rows = x[groups > 0]  # break[default]: FG302
        others = x[groups == 0]  # break[default]: FG302
        if rows.shape != others.shape:  # break[fullgraph]: FG101
            return x + 1
        return x

    def equal(self, x: torch.Tensor, groups: torch.Tensor):
        rows = x[groups > 0]  # break[default]: FG302
        others = x[groups == 0]  # break[default]: FG302
        if others.size() == rows.size():  # break[fullgraph]: FG101
            return x + 1
        return x


def make():
    return Model()


def inputs():
    return [(torch.rand(6, 4), torch.tensor([0, 1, 1, 0, 2, 1]))]
