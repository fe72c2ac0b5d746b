"""The layer's class is the default of a parameter."""

import torch
from torch import nn


class Model(nn.Module):
    def __init__(self, width, cell=nn.GRU):
        super().__init__()
        self.layer = cell(width, width)

    def forward(self, x):
        return self.layer(x + 1)[0]  # break: FG606


def make():
    return Model(4)


def inputs():
    return [(torch.ones(2, 3, 4),)]
