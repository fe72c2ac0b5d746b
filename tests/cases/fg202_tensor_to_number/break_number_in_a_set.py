"""A set is searched by the number's hash."""

import torch
from torch import nn


class Model(nn.Module):
    def forward(self, x: torch.Tensor, ends: torch.Tensor) -> torch.Tensor:
        n = ends.max().item()  # break[default]: FG201
        found = n in {1, 2}  # break[fullgraph]: FG202
        return x + 1 if found else x


def make():
    return Model()


def inputs():
    return [(torch.ones(3, 4), torch.tensor([1, 2]))]
