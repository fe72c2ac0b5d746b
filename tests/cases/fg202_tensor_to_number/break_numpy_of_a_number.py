"""NumPy's functions compute of a number, not of a symbol."""

import numpy as np
import torch
from torch import nn


class Model(nn.Module):
    def forward(self, x: torch.Tensor, ends: torch.Tensor) -> torch.Tensor:
        n = ends.max().item()  # break[default]: FG201
        return x * np.sqrt(n)  # break[fullgraph]: FG202


def make():
    return Model()


def inputs():
    return [(torch.ones(3, 4), torch.tensor([1, 2]))]
