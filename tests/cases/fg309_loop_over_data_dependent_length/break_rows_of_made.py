"""A tensor that is made with a length that was read from a tensor."""

import torch
from torch import nn


class Model(nn.Module):
    def forward(self, x: torch.Tensor, ends: torch.Tensor) -> torch.Tensor:
        n = ends.max().item()  # break[default]: FG201
        made = torch.ones(n, 4)
        return x[0] + made.unbind(0)[0]  # break[fullgraph]: FG309


def make():
    return Model()


def inputs():
    return [(torch.ones(3, 4), torch.tensor([1, 2]))]
