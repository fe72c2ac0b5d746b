"""Drawn numbers that only meet tensors."""

import random

import torch
from torch import nn


class Model(nn.Module):
    def forward(self, x: torch.Tensor) -> torch.Tensor:
        number = random.randint(1, 2)
        factor = random.uniform(1, 2)
        return torch.where(x > number, x, x) + x * factor * 0


def make():
    return Model()


def inputs():
    return [(torch.ones(3, 3),)]
