"""Sizes and bounds of slices that were drawn are captured in a full graph."""

import random

import torch
from torch import nn


def cut(x):
    length = random.randint(1, 2)
    return x[:length].sum() * 0  # break[default]: FG407


def repeated(x):
    times = random.randrange(1, 3)
    return x.repeat(times, 1).sum() * 0  # break[default]: FG407


def whole(x):
    number = int(random.uniform(1, 3))  # break[default]: FG407
    return x * number * 0


class Model(nn.Module):
    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return x + cut(x) + repeated(x) + whole(x)


def make():
    return Model()


def inputs():
    return [(torch.ones(3, 3),)]
