import random

import torch
from torch import nn


class Jitter(nn.Module):
    def forward(self, x):
        factor = random.uniform(1, 1) * 2 - 1  # break: FG407
        return x * factor


class Shift(nn.Module):
    def forward(self, x):
        shift = random.randint(3, 3)
        steps = 1 + shift  # break: FG407
        return x + steps


def make():
    return nn.Sequential(Jitter(), Shift())


def inputs():
    return [(torch.ones(3),)]
