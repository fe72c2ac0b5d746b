import copy

import torch
from torch import nn


class Head(nn.Module):
    def forward(self, x):
        return x * 2


class Clones(nn.Module):
    def __init__(self):
        super().__init__()
        self.layer = nn.Linear(4, 4)
        self.head = Head()
        self.blocks = nn.ModuleList([nn.Linear(4, 4)])

    def forward(self, x):
        x = self.layer(x)
        x = copy.deepcopy(self.layer)(x)  # break: FG505
        x = copy.deepcopy(self.head)(x)  # break: FG505
        for block in copy.deepcopy(self.blocks):  # break: FG505
            x = block(x)
        return x


def make():
    return Clones()


def inputs():
    return [(torch.ones(2, 4),)]
