"""An argument that a function computes which breaks the graph."""

import torch
from torch import nn


class Model(nn.Module):
    def forward(self, x: torch.Tensor, mask: torch.Tensor) -> torch.Tensor:
        self.given(x, mask)
        self.computed(x, mask)
        return self.reduced(x, mask)

    def rows(self, mask: torch.Tensor):
        return mask.view(-1).nonzero().view(-1)  # break[default]: FG301

    def given(self, x: torch.Tensor, mask: torch.Tensor):
        return x.index_select(0, self.rows(mask))  # break[default]: FG511

    def computed(self, x: torch.Tensor, mask: torch.Tensor):
        y = x * 2
        return y.index_select(0, self.rows(mask)) + 1  # break[default]: FG511

    def reduced(self, x: torch.Tensor, mask: torch.Tensor):
        return x.add(self.rows(mask).sum())  # break[default]: FG511


def make():
    return Model()


def inputs():
    return [(torch.rand(3, 4), torch.tensor([True, False, True]))]
