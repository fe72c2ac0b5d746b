"""A drawn number as a key."""

import random

import torch
from torch import nn


class Model(nn.Module):
    def forward(self, x: torch.Tensor) -> torch.Tensor:
        place = random.randint(0, 2)
        return x + 0 * {0: 1, 1: 2, 2: 3}[place]  # break: FG407


def make():
    return Model()


def inputs():
    return [(torch.ones(3, 3),)]
