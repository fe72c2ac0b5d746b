"""The greatest item so far, of a number of rows that depends on data."""

import torch
from torch import nn


class Model(nn.Module):
    def forward(self, x: torch.Tensor, groups: torch.Tensor) -> torch.Tensor:
        self.greatest(x, groups)
        return self.least(x, groups)

    def greatest(self, x: torch.Tensor, groups: torch.Tensor):
        rows = x[groups > 0]  # break[default]: FG302
        return rows.cummax(0)[0]  # break[fullgraph]: FG310

    def least(self, x: torch.Tensor, groups: torch.Tensor):
        rows = x[groups > 0]  # break[default]: FG302
        return torch.cummin(rows, 0)[0]  # break[fullgraph]: FG310


def make():
    return Model()


def inputs():
    return [(torch.rand(6, 4), torch.tensor([0, 1, 1, 0, 2, 1]))]
