"""Numbers that the operating system draws."""

import random
import secrets

import torch
from torch import nn

SYSTEM = random.SystemRandom()


class Model(nn.Module):
    def forward(self, x):
        x = x + 1
        SYSTEM.random()  # break: FG407
        secrets.choice([1, 2])  # break: FG407
        return x * 2


def make():
    return Model()


def inputs():
    return [(torch.ones(2, 4),)]
