import torch
from torch import nn


class Model(nn.Module):
    """Items that are taken are known to be no more than there were."""

    def forward(self, x):
        n = x.shape[0]
        rows = (x[:, 0] > 2).nonzero()[:, 0]  # break[default]: FG301
        if len(rows) > n:
            x = x + 7
        if n < rows.size(0):
            x = x + 8
        return x


def make():
    return Model()


def inputs():
    return [(torch.arange(12.0).reshape(3, 4) + first,) for first in (0.0, 1.0)]
