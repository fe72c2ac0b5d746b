import torch
from torch import nn


class ByFunction(nn.Module):
    def forward(self, x):
        grid = x * 2

        def shifted():
            return grid + 1

        y = shifted()
        del grid  # break: FG510 (before 2.15)
        return y


class ByLambda(nn.Module):
    def forward(self, x):
        grid = x * 2
        y = (lambda: grid + 1)()
        del grid  # break: FG510 (before 2.15)
        return y


class Alone(nn.Module):
    def forward(self, x):
        grid = x * 2
        y = (lambda grid: grid + 1)(grid)
        del grid
        return y


class Model(nn.Module):
    def __init__(self):
        super().__init__()
        self.ways = nn.ModuleList([ByFunction(), ByLambda(), Alone()])

    def forward(self, x, way: int):
        return self.ways[way](x)


def make():
    return Model()


def inputs():
    return [(torch.ones(3), way) for way in range(3)]
