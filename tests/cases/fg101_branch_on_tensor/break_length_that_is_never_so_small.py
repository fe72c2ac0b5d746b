"""A length plus one is more than zero, and a length is no less than zero."""

import torch
from torch import nn


class Model(nn.Module):
    def forward(self, x: torch.Tensor, groups: torch.Tensor) -> torch.Tensor:
        self.plus(x, groups)
        self.twice(x, groups)
        self.remainder(x, groups)
        return x

    def plus(self, x: torch.Tensor, groups: torch.Tensor):
        count = x[groups > 0].shape[0] + 1  # break[default]: FG302
        if count > 0:
            return x + 1
        return x

    def twice(self, x: torch.Tensor, groups: torch.Tensor):
        count = 2 * (x[groups > 0].shape[0] + 1)  # break[default]: FG302
        if count < 2:
            return x + 1
        return x

    def remainder(self, x: torch.Tensor, groups: torch.Tensor):
        count = x[groups > 0].shape[0] % 2  # break[default]: FG302
        if count >= 0:
            return x + 1
        return x


def make():
    return Model()


def inputs():
    return [(torch.rand(6, 4), torch.tensor([0, 1, 1, 0, 2, 1]))]
