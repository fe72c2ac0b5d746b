"""The argument is computed first, or a function of torch takes it: the graph breaks once."""

import torch
from torch import nn


class Model(nn.Module):
    def __init__(self):
        super().__init__()
        self.layer = nn.Linear(4, 4)

    def forward(self, x: torch.Tensor, mask: torch.Tensor) -> torch.Tensor:
        self.first(x, mask)
        self.function(x, mask)
        return self.module(x, mask)

    def rows(self, mask: torch.Tensor):
        return mask.view(-1).nonzero().view(-1)  # break[default]: FG301

    def first(self, x: torch.Tensor, mask: torch.Tensor):
        rows = self.rows(mask)
        return x.index_select(0, rows)

    def function(self, x: torch.Tensor, mask: torch.Tensor):
        return torch.index_select(x, 0, self.rows(mask)) + 1

    def module(self, x: torch.Tensor, mask: torch.Tensor):
        return self.layer(x[self.rows(mask)])


def make():
    return Model()


def inputs():
    return [(torch.rand(3, 4), torch.tensor([True, False, True]))]
