"""A 0-dimensional float64 tensor and a number promote otherwise."""

import torch
from torch import nn


class Model(nn.Module):
    def forward(self, x: torch.Tensor, s: torch.Tensor) -> torch.Tensor:
        scale = 2.0
        if s > 0:
            scale = s
        return x * scale


def make():
    torch.manual_seed(0)
    return Model()


def inputs():
    torch.manual_seed(1)
    x = torch.ones(2, dtype=torch.int32)
    return [(x, torch.tensor(3)), (x, torch.tensor(-3)), (torch.ones(()), torch.tensor(2.0, dtype=torch.float64))]
