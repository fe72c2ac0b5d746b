"""A sparse tensor is multiplied in an arm."""

import torch
from torch import nn


class Model(nn.Module):
    def forward(self, x: torch.Tensor) -> torch.Tensor:
        s = x.to_sparse()
        h = x
        if x.sum() > 0:
            h = torch.sparse.mm(s, x)
        return h


def make():
    torch.manual_seed(0)
    return Model()


def inputs():
    torch.manual_seed(1)
    return [(torch.rand(2, 2),), (-torch.rand(2, 2),)]
