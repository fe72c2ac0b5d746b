"""A difference of bytes is negative in Python and wraps around in uint8."""

import torch
from torch import nn


class Model(nn.Module):
    def forward(self, x: torch.Tensor) -> torch.Tensor:
        n = x[0].item() - x[1].item()
        if n < 0:
            return x.float() * n
        return x.float() - 1


def make():
    torch.manual_seed(0)
    return Model()


def inputs():
    torch.manual_seed(1)
    return [(torch.tensor([1, 250], dtype=torch.uint8),), (torch.tensor([9, 2], dtype=torch.uint8),)]
