"""A drawn number of turns."""

import random

import torch
from torch import nn


class Model(nn.Module):
    def forward(self, x: torch.Tensor) -> torch.Tensor:
        by = random.randint(0, 3)
        return torch.rot90(x, by, (0, 1))  # break: FG407


def make():
    return Model()


def inputs():
    return [(torch.ones(3, 3),)]
