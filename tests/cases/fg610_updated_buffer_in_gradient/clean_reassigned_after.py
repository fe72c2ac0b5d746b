# compare: gradients
import torch
from torch import nn


class Model(nn.Module):
    def __init__(self):
        super().__init__()
        self.weight = nn.Parameter(torch.ones(3) * 2)
        self.register_buffer("steps", torch.ones(3))

    def forward(self, x):
        self.steps += 1
        self.steps = self.steps + 0
        return x * self.steps


def make():
    return Model()


def inputs():
    return [(torch.ones(3),), (torch.ones(3) * 2,)]
