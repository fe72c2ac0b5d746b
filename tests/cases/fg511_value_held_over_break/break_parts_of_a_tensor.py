# only: python<3.12
"""The iterator over the numbered parts of a tensor, in a comprehension that breaks."""

import torch
from torch import nn


class Model(nn.Module):
    def rows(self, x):
        return x.nonzero()  # break[default]: FG301

    def forward(self, x):
        found = [self.rows(part) + i for i, part in enumerate(x.split([1, 3], 0))]  # break[default]: FG511
        return found[0].sum() + found[1].sum()


def make():
    return Model()


def inputs():
    return [(torch.rand(4, 4),)]
