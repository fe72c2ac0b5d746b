"""F.relu(..., inplace=True) in an arm."""

import torch
import torch.nn.functional as F
from torch import nn


class Model(nn.Module):
    def forward(self, x: torch.Tensor) -> torch.Tensor:
        h = x - 0.5
        y = F.relu(h, inplace=True) if h.sum() < 0 else h + 1
        return y + h


def make():
    torch.manual_seed(0)
    return Model()


def inputs():
    torch.manual_seed(1)
    return [(torch.rand(4) + 1,), (-torch.rand(4),)]
