"""What a draw takes of a list of objects is followed."""

import random

import torch
from torch import nn


class Step:
    def __init__(self, factor):
        self.factor = factor

    def run(self, x):
        print("step")  # break: FG401
        return x * self.factor


class Sampled(nn.Module):
    def __init__(self):
        super().__init__()
        self.steps = [Step(2), Step(2)]

    def forward(self, x):
        y = x + 1
        for step in random.sample(self.steps, 1):  # break: FG407 (before 2.14)
            y = step.run(y)
        return y


class Chosen(nn.Module):
    def __init__(self):
        super().__init__()
        self.steps = [Step(3), Step(3)]

    def forward(self, x):
        step = random.choice(self.steps)  # break: FG407
        return step.run(x + 1)


class Model(nn.Module):
    def __init__(self):
        super().__init__()
        self.ways = nn.ModuleList([Sampled(), Chosen()])

    def forward(self, x, way):
        return self.ways[way](x)


def make():
    return Model()


def inputs():
    return [(torch.ones(3), way) for way in range(2)]
