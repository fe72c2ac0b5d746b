"""Numbers with a fraction are copied into a buffer of whole numbers, which a float does not hold exactly."""

import torch
from torch import nn


class Model(nn.Module):
    def __init__(self):
        super().__init__()
        self.register_buffer("count", torch.tensor([2**60 + 1, 2**24 + 1, 3]))

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        if x.sum() > 0:
            self.count.copy_(x * 1.5)
        return x + self.count


def make():
    return Model()


def inputs():
    return [(-torch.ones(3),), (torch.full((3,), 1.7),), (torch.tensor(0.0),), (torch.tensor(2.0),)]
