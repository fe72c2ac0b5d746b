"""A drawn number as a shift."""

import random

import torch
from torch import nn


class Model(nn.Module):
    def forward(self, x: torch.Tensor) -> torch.Tensor:
        by = random.randint(0, 2)
        return torch.roll(x, by, 0)  # break: FG407


def make():
    return Model()


def inputs():
    return [(torch.ones(3, 3),)]
