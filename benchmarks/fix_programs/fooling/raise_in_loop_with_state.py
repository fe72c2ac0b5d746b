"""A raise after a buffer was written."""

import torch
from torch import nn


class Model(nn.Module):
    def __init__(self):
        super().__init__()
        self.register_buffer("seen", torch.zeros(()))

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        for row in x:
            self.seen += 1
            if row.sum() < 0:
                raise ValueError("row is negative")
        return x * self.seen


def make():
    torch.manual_seed(0)
    return Model()


def inputs():
    torch.manual_seed(1)
    return [(torch.rand(3, 2),), (torch.tensor([[1.0, 1], [-1, -1], [1, 1]]),)]
