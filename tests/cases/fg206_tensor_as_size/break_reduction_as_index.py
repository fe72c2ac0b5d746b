import torch
from torch import nn


class Model(nn.Module):
    def __init__(self):
        super().__init__()
        self.register_buffer("steps", torch.arange(3))
        self.register_buffer("scales", torch.linspace(0, 1, 5))

    def forward(self, x):
        best = torch.zeros(4, 8).sum(0).argmax(dim=0)
        return x + self.scales[best]  # break: FG206


def make():
    return Model()


def inputs():
    return [(torch.ones(4, 8),), (torch.ones(5, 8),)]
