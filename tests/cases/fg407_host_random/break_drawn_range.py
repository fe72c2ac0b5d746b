"""A drawn number as the length of a range."""

import random

import torch
from torch import nn


class Model(nn.Module):
    def forward(self, x: torch.Tensor) -> torch.Tensor:
        times = random.randint(1, 2)
        for _ in range(times):  # break: FG407
            x = x * 1
        return x


def make():
    return Model()


def inputs():
    return [(torch.ones(3, 3),)]
