"""Pooling along one dimension tests how many positions there are."""

import torch
from torch import nn


class Model(nn.Module):
    def forward(self, x: torch.Tensor, ends: torch.Tensor) -> torch.Tensor:
        n = ends.max().item()  # break[default]: FG201
        return nn.functional.max_pool1d(x[:, :, :n], 1)  # break[fullgraph]: FG310


def make():
    return Model()


def inputs():
    return [(torch.ones(1, 2, 6), torch.tensor([1, 2]))]
