"""clamp() with a number on one side and a tensor on the other reads the tensor."""

import torch
from torch import nn


class Model(nn.Module):
    def forward(self, x):
        x = x + 1
        return torch.clamp(x, 0, x.max())  # break: FG202


def make():
    return Model()


def inputs():
    return [(torch.ones(2, 4),)]
