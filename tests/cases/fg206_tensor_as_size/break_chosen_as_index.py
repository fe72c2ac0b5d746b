import torch
from torch import nn


class Model(nn.Module):
    def __init__(self):
        super().__init__()
        self.register_buffer("steps", torch.arange(3))
        self.register_buffer("scales", torch.linspace(0, 1, 5))

    def forward(self, x):
        order = torch.arange(2, -1, -1).sort().values
        chosen = self.steps[order] + torch.arange(3)
        return x + x[chosen[0]]  # break: FG206


def make():
    return Model()


def inputs():
    return [(torch.ones(4, 8),), (torch.ones(5, 8),)]
