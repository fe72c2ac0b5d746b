"""A negated number that was drawn."""

import random

import torch
from torch import nn


class Model(nn.Module):
    def forward(self, x: torch.Tensor) -> torch.Tensor:
        place = random.randint(1, 2)
        return x[-place:].sum() * 0  # break: FG407


def make():
    return Model()


def inputs():
    return [(torch.ones(3, 3),)]
