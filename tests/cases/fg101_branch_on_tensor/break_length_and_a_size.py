"""A number of selected rows, compared with a size: that it is smaller, or the same, is not known."""

import torch
from torch import nn


class Model(nn.Module):
    def forward(self, x: torch.Tensor, groups: torch.Tensor) -> torch.Tensor:
        self.less(x, groups)
        self.not_less(x, groups)
        self.mirrored(x, groups)
        self.difference(x, groups)
        return x

    def less(self, x: torch.Tensor, groups: torch.Tensor):
        rows = x[groups > 0]  # break[default]: FG302
        if len(rows) < x.shape[0]:  # break[fullgraph]: FG101
            return x + 1
        return x

    def not_less(self, x: torch.Tensor, groups: torch.Tensor):
        rows = x[groups > 0]  # break[default]: FG302
        if rows.shape[0] >= x.shape[0]:  # break[fullgraph]: FG101
            return x + 1
        return x

    def mirrored(self, x: torch.Tensor, groups: torch.Tensor):
        rows = x[groups > 0]  # break[default]: FG302
        if x.shape[0] > rows.size(0):  # break[fullgraph]: FG101
            return x + 1
        return x

    def difference(self, x: torch.Tensor, groups: torch.Tensor):
        rows = x[groups > 0]  # break[default]: FG302
        left = x.shape[0] - rows.shape[0]
        if left > 0:  # break[fullgraph]: FG101
            return x + 1
        return x


def make():
    return Model()


def inputs():
    return [(torch.rand(6, 4), torch.tensor([0, 1, 1, 0, 2, 1]))]
