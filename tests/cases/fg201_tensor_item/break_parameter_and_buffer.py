import torch
from torch import nn


class Model(nn.Module):
    def __init__(self):
        super().__init__()
        self.scale = nn.Parameter(torch.tensor(2.0))
        self.register_buffer("steps", torch.tensor(3))

    def forward(self, x):
        x = x * self.scale.item()  # break[default]: FG201
        return x + self.steps.item()  # break[default]: FG201


def make():
    return Model()


def inputs():
    return [(torch.randn(4, 8),), (torch.randn(4, 8),)]
