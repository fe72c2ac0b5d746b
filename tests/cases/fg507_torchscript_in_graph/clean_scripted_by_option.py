"""Modules that are scripted only where an option asks for it."""

import torch
from torch import nn


class Cell(nn.Module):
    def forward(self, x):
        return x + 1


class Model(nn.Module):
    def __init__(self, script):
        super().__init__()
        cell = Cell()
        if script:
            cell = torch.jit.script(cell)
        self.cell = cell

    def forward(self, x):
        return self.cell(x)


def make():
    return Model(len(torch.__version__) > 100)


def inputs():
    return [(torch.ones(4, 8),), (torch.ones(5, 8),)]
