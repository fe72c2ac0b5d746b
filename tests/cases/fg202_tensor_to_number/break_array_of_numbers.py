"""An array of numbers that were read from a tensor."""

import numpy as np
import torch
from torch import nn


class Model(nn.Module):
    def forward(self, x: torch.Tensor, ends: torch.Tensor) -> torch.Tensor:
        n = ends.max().item()  # break[default]: FG201
        return x + torch.from_numpy(np.array([n, 1.0, 2.0, 3.0]))  # break[fullgraph]: FG202


def make():
    return Model()


def inputs():
    return [(torch.ones(3, 4), torch.tensor([1, 2]))]
