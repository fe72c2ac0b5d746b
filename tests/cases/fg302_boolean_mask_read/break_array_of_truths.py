"""A mask that is made of Python's truth values by NumPy."""

import numpy as np
import torch
from torch import nn


class Model(nn.Module):
    def __init__(self):
        super().__init__()
        self.kinds = ["eq", "le", "eq", "le"]

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        equal = np.array([kind == "eq" for kind in self.kinds])
        x = x * x[:, equal].sum()  # break[default]: FG302
        first = np.asarray([True, False, False, False])
        return x + x[:, ~first].sum()  # break[default]: FG302


def make():
    return Model()


def inputs():
    return [(torch.rand(3, 4),)]
