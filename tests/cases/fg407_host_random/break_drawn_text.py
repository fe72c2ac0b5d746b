"""The text of a drawn number."""

import random

import torch
from torch import nn


class Model(nn.Module):
    def forward(self, x: torch.Tensor) -> torch.Tensor:
        number = random.randint(1, 2)
        return x * len(str(number))  # break: FG407


def make():
    return Model()


def inputs():
    return [(torch.ones(3, 3),)]
