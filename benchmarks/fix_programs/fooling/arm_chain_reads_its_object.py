"""A chain of methods that write, of which a later one is given what the first one wrote, also by a view."""

import torch
from torch import nn


class Model(nn.Module):
    def __init__(self):
        super().__init__()
        self.register_buffer("level", torch.ones(3))
        self.register_buffer("other", torch.ones(3))

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        view = self.level.view(-1)
        if x.sum() > 0:
            self.level.mul_(2).add_(self.level).sub_(view)
            self.other.add_(1).mul_(self.level)
        return x + self.level + self.other


def make():
    return Model()


def inputs():
    return [(torch.ones(3),), (-torch.ones(3),)]
