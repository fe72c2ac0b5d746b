"""Arithmetic with the answer of a comparison."""

import torch
from torch import nn


class Model(nn.Module):
    def forward(self, x: torch.Tensor, ends: torch.Tensor) -> torch.Tensor:
        n = ends.max().item()  # break[default]: FG201
        return x * ((n > 1) + 1)  # break[fullgraph]: FG202


def make():
    return Model()


def inputs():
    return [(torch.ones(3, 4), torch.tensor([1, 2]))]
