import copy

import torch
from torch import nn


class Shallow(nn.Module):
    def __init__(self):
        super().__init__()
        self.layer = nn.Linear(4, 4)

    def forward(self, x):
        y = torch.relu(x)
        alias = copy.copy(y)  # break: FG505
        layer = copy.copy(self.layer)  # break: FG505
        return layer(alias)


def make():
    return Shallow()


def inputs():
    return [(torch.ones(2, 4),)]
