"""The settings of a model are not known to the linter; what NumPy computes of them is an array when it is traced."""

from types import SimpleNamespace

import numpy as np
import torch
from torch import nn


def least_common_multiple(config):
    if config.kinds == 1:
        return config.first
    return np.lcm(config.first, config.second)


class Padded(nn.Module):
    def __init__(self, config):
        super().__init__()
        self.config = config

    def forward(self, x):
        multiple = least_common_multiple(self.config)
        if x.shape[-1] % multiple != 0:  # break: FG101
            x = nn.functional.pad(x, (0, 2))
        return x + 1


def make():
    return Padded(SimpleNamespace(kinds=2, first=2, second=3))


def inputs():
    return [(torch.ones(4, 4),)]
