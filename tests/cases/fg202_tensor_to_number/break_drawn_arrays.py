import numpy as np
import torch
from torch import nn


class Chosen(nn.Module):
    def __init__(self):
        super().__init__()
        self.blocks = np.random.choice(6, 3, replace=False)

    def forward(self, x):
        return x + int(self.blocks[0])  # break[default]: FG202


class Generated(nn.Module):
    def __init__(self):
        super().__init__()
        self.blocks = np.random.default_rng(0).integers(0, 6, 3)

    def forward(self, x):
        return x + int(self.blocks[0])  # break[default]: FG202


class Permuted(nn.Module):
    def __init__(self):
        super().__init__()
        generator = np.random.RandomState(0)
        self.order = generator.permutation(6)
        self.drawn = int(generator.randint(6))

    def forward(self, x):
        return x + int(self.order[0]) + self.drawn  # break[default]: FG202


class Model(nn.Module):
    def __init__(self):
        super().__init__()
        self.ways = nn.ModuleList([Chosen(), Generated(), Permuted()])

    def forward(self, way, x):
        return self.ways[way](x)


def make():
    np.random.seed(0)
    return Model()


def inputs():
    return [(way, torch.ones(3)) for way in range(3)]
