"""A threshold that bfloat16 cannot hold."""

import torch
from torch import nn


class Model(nn.Module):
    def forward(self, x: torch.Tensor) -> torch.Tensor:
        h = x.bfloat16()
        limit = 1.001
        if h.max().item() > limit:
            h = h - 1
        return h


def make():
    torch.manual_seed(0)
    return Model()


def inputs():
    torch.manual_seed(1)
    return [(torch.tensor([1.0, 0.5]),), (torch.tensor([1.01, 0.5]),), (torch.tensor([1.0009, 0.5]),)]
