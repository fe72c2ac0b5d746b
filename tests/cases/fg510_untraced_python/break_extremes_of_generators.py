"""min and max of a generator with a key or a default."""

import torch
from torch import nn


def widest(x):
    return x * max((width for width in (1, 2)), default=1)  # break: FG510 (before 2.14)


def narrowest(x):
    return x * min((width for width in (1, 2)), key=lambda width: -width)  # break: FG510 (before 2.14)


class Model(nn.Module):
    def forward(self, x):
        x = widest(x + 1)
        return narrowest(x + 1)


def make():
    return Model()


def inputs():
    return [(torch.ones(2, 4),)]
