"""A module of the project that is built in forward: its constructor is traced, and makes a parameter."""

import torch
from torch import nn


class Loss(nn.Module):
    def __init__(self, size):
        super().__init__()  # break: FG607
        self.scale = nn.Parameter(torch.ones(size))  # break: FG604

    def forward(self, x):
        return (x * self.scale).mean()


class Model(nn.Module):
    def __init__(self):
        super().__init__()
        self.layer = nn.Linear(4, 4)

    def forward(self, x):
        x = self.layer(x)
        loss = Loss(4)
        return loss(x)


def make():
    return Model()


def inputs():
    return [(torch.ones(2, 4),)]
