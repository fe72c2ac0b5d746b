"""A flag is a view of a mask that is inverted before it is read."""

import torch
from torch import nn


class Model(nn.Module):
    def forward(self, x: torch.Tensor) -> torch.Tensor:
        m = x > 1
        f = m[0, 0]
        m.logical_not_()
        if f:
            x = x * 2
        return x + 0


def make():
    torch.manual_seed(0)
    return Model()


def inputs():
    torch.manual_seed(1)
    return [(torch.rand(2, 4) + 1,), (-torch.rand(2, 4) - 1,)]
