"""Items and reductions of tensors whose number of dimensions is known have none, and are read where they are indices."""

import torch
from torch import nn


class Model(nn.Module):
    def __init__(self):
        super().__init__()
        self.register_buffer("steps", torch.arange(3))
        self.register_buffer("scales", torch.linspace(0, 1, 5))

    def of_items(self, x):
        first, *_ = self.steps
        return x + self.scales[first]  # break: FG206

    def of_reduction(self, x):
        counts = torch.zeros(4, 8).sum(0)
        best = counts.argmax(dim=0)
        return x + self.scales[best]  # break: FG206

    def of_lookup(self, x):
        order = torch.arange(2, -1, -1).sort().values
        chosen = self.steps[order] + torch.arange(3)
        return x + x[chosen[0]]  # break: FG206

    def forward(self, x):
        x = self.of_items(x)
        x = self.of_reduction(x)
        return self.of_lookup(x)


def make():
    return Model()


def inputs():
    return [(torch.ones(4, 8),), (torch.ones(5, 8),)]
