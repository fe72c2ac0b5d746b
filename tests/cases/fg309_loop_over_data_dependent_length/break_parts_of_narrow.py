"""Narrowed to a length that was read from a tensor."""

import torch
from torch import nn


class Model(nn.Module):
    def forward(self, x: torch.Tensor, ends: torch.Tensor) -> torch.Tensor:
        n = ends.max().item()  # break[default]: FG201
        return x.narrow(0, 0, n).unbind(0)[0] + 1  # break[fullgraph]: FG309


def make():
    return Model()


def inputs():
    return [(torch.ones(3, 4), torch.tensor([1, 2]))]
