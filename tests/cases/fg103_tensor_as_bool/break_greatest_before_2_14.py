"""Before torch 2.14 ``max`` and ``min`` with a key take constants alone as items, whatever the key gives."""

import torch
from torch import nn


def by_length(x, y):
    return max([x, y], key=len)  # break: FG103 (before 2.14)


def by_shape(x, y):
    return min(x, y, key=lambda t: t.shape[0])  # break: FG103 (before 2.14)


def by_first(x, y):
    return max([(1, x), (2, y)], key=lambda pair: pair[0])[1]  # break: FG103 (before 2.14)


class Model(nn.Module):
    def forward(self, x: torch.Tensor, y: torch.Tensor) -> torch.Tensor:
        x = by_length(x, y) + x
        x = by_shape(x, y) + x
        return by_first(x, y)


def make():
    return Model()


def inputs():
    return [(torch.ones(2), torch.zeros(2)), (torch.zeros(2), torch.ones(2))]
