"""A copy takes the gradients of its source along; the buffer that it is copied to is needed by the backward pass."""

import torch
from torch import nn


class Model(nn.Module):
    def __init__(self):
        super().__init__()
        self.scale = nn.Parameter(torch.ones(3))
        self.register_buffer("level", torch.ones(3))

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        level = self.level.clone()
        y = x * level
        if x.sum() > 0:
            level.copy_(self.scale * x)
        return y + level


def make():
    return Model()


def inputs():
    return [(torch.ones(3, requires_grad=True),), (-torch.ones(3, requires_grad=True),), (torch.ones(3),)]
