"""The rounds run without gradients, and what was there before has a history."""

import torch
from torch import nn


class Model(nn.Module):
    def forward(self, x: torch.Tensor) -> torch.Tensor:
        y = x * 2
        with torch.no_grad():
            for _ in range(3):
                if y.sum() > 2:
                    break
                y = y + 1
        return y * 3


def make():
    torch.manual_seed(0)
    return Model()


def inputs():
    torch.manual_seed(1)
    return [(torch.rand(3, requires_grad=True),), (-torch.rand(3, requires_grad=True),)]
