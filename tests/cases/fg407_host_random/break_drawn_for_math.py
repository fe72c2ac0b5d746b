"""A drawn number in functions of math and other ones that have to know it."""

import math
import random

import torch
from torch import nn


class Root(nn.Module):
    def forward(self, x: torch.Tensor):
        return x * math.sqrt(random.uniform(4.0, 4.0))  # fails: FG407


class Named(nn.Module):
    def forward(self, x: torch.Tensor):
        count = random.randint(4, 4)
        return x * math.exp(count)  # fails: FG407


class Power(nn.Module):
    def forward(self, x: torch.Tensor):
        return x * math.pow(2.0, random.uniform(4.0, 4.0))  # fails: FG407


class Rounded(nn.Module):
    def forward(self, x: torch.Tensor):
        return x * round(random.uniform(4.0, 4.0), 2)  # break: FG407


class Divided(nn.Module):
    def forward(self, x: torch.Tensor):
        return x * divmod(random.randint(4, 4), 2)[0]  # break: FG407


class Repeated(nn.Module):
    def forward(self, x: torch.Tensor):
        return x * len([0] * random.randint(4, 4))  # break: FG407


class Converted(nn.Module):
    def forward(self, x: torch.Tensor):
        return x * float(random.uniform(4.0, 4.0))  # break[default]: FG407


class Model(nn.Module):
    def __init__(self):
        super().__init__()
        self.ways = nn.ModuleList([Root(), Named(), Power(), Rounded(), Divided(), Repeated(), Converted()])

    def forward(self, x: torch.Tensor, way: int):
        return self.ways[way](x)


def make():
    return Model()


def inputs():
    return [(torch.ones(3, 3), way) for way in range(7)]
