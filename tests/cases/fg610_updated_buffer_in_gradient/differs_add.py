import torch
from torch import nn


class Model(nn.Module):
    def __init__(self):
        super().__init__()
        self.weight = nn.Parameter(torch.ones(3) * 2)
        self.register_buffer("steps", torch.ones((), dtype=torch.long))

    def forward(self, x):
        self.steps.add_(1)
        return self.weight * x * self.steps.float()  # differs: FG610


def make():
    return Model()


def inputs():
    return [(torch.ones(3),), (torch.ones(3) * 2,)]
