"""Where something in a module's constructor breaks, so does super().__init__() before it."""

import torch
from torch import nn


class Printing(nn.Module):
    def __init__(self, factor):
        super().__init__()  # break: FG607
        self.factor = factor
        print("made")  # break: FG401

    def forward(self, x):
        return x * self.factor


class Buffered(nn.Module):
    def __init__(self, size):
        super(Buffered, self).__init__()  # break: FG607
        weight = torch.ones(size)
        weight[-1] = 0.5
        self.weight = nn.Buffer(weight)  # break: FG604

    def forward(self, x):
        return x * self.weight


class Model(nn.Module):
    def forward(self, x):
        x = x + 1
        x = Printing(3)(x)
        loss = Buffered(x.shape[-1])
        return loss(x)


def make():
    return Model()


def inputs():
    return [(torch.ones(2, 4),)]
