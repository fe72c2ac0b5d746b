"""Numbers that a constructor reads from tensors are numbers when the module is compiled, and its lengths have values."""

import torch
from torch import nn


class Drop(nn.Module):
    def __init__(self, rate):
        super().__init__()
        self.rate = rate

    def forward(self, x):
        if self.rate == 0.0:
            return x
        return x * self.rate


class Deepening(nn.Module):
    def __init__(self, depth):
        super().__init__()
        rates = [rate.item() for rate in torch.linspace(0, 0.5, depth)]
        self.layers = nn.ModuleList([Drop(rates[at]) for at in range(depth)])
        self.chosen = torch.arange(6)[torch.arange(6) > 2]
        self.count = torch.nonzero(self.chosen).shape[0]
        self.first = int(self.chosen.min())
        self.steps = self.chosen.tolist()

    def forward(self, x):
        for layer in self.layers:
            x = layer(x)
        if self.count > 2:
            x = x + 1
        if self.chosen.shape[0] > 2:
            x = x * 2
        if self.first == 3:
            x = x + self.first
        for step in self.steps:
            if step > 3:
                x = x + step
        return x


def make():
    return Deepening(3)


def inputs():
    return [(torch.ones(2, 4),)]
