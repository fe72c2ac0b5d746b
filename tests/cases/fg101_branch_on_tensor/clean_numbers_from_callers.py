import torch
from torch import nn


class Block(nn.Module):
    """Nothing here says that ``count`` is a number; who calls it does."""

    def __init__(self):
        super().__init__()
        self.linear = nn.Linear(4, 4)

    def forward(self, x, count):
        if count > 1:
            x = self.linear(x)
        return x


class Middle(nn.Module):
    def __init__(self):
        super().__init__()
        self.block = Block()

    def forward(self, x, count):
        return self.block(x, count)


class Model(nn.Module):
    def __init__(self):
        super().__init__()
        self.blocks = nn.ModuleList([Middle(), Middle()])

    def forward(self, x):
        for number, block in enumerate(self.blocks):
            x = block(x, number)
        return x


def make():
    return Model()


def inputs():
    return [(torch.ones(2, 4),), (-torch.ones(2, 4),)]
