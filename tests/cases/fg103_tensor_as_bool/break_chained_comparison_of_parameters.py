import torch
from torch import nn


class Bounded(nn.Module):
    def __init__(self):
        super().__init__()
        self.low = nn.Parameter(torch.tensor(-1.0))
        self.high = nn.Parameter(torch.tensor(1.0))

    def forward(self, x):
        x = x * 2
        valid = self.low <= x.mean() <= self.high  # break: FG103
        return x + valid


def make():
    return Bounded()


def inputs():
    return [(torch.zeros(2),), (torch.ones(2) * 9,)]
