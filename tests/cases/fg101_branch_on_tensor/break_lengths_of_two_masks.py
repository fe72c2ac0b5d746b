"""The numbers of rows that two masks select are two symbols."""

import torch
from torch import nn


class Model(nn.Module):
    def forward(self, x: torch.Tensor, groups: torch.Tensor) -> torch.Tensor:
        self.equal(x, groups)
        self.more(x, groups)
        self.same_place(x, groups)
        return x

    def equal(self, x: torch.Tensor, groups: torch.Tensor):
        one = x[groups > 0]  # break[default]: FG302
        two = x[groups == 0]  # break[default]: FG302
        if one.shape[0] == two.shape[0]:  # break[fullgraph]: FG101
            return one
        return two

    def more(self, x: torch.Tensor, groups: torch.Tensor):
        one = x[groups > 0]  # break[default]: FG302
        two = x[groups == 0]  # break[default]: FG302
        if len(one) > len(two):  # break[fullgraph]: FG101
            return one
        return two

    def same_place(self, x: torch.Tensor, groups: torch.Tensor):
        one = x[groups > 0]  # break[default]: FG302
        two = x[groups > 0]  # break[default]: FG302
        if one.shape[0] == two.shape[0]:  # break[fullgraph]: FG101
            return one
        return two


def make():
    return Model()


def inputs():
    return [(torch.rand(6, 4), torch.tensor([0, 1, 1, 0, 2, 1]))]
