import torch
from torch import nn


class Model(nn.Module):
    def __init__(self):
        super().__init__()
        self.weight = nn.Parameter(torch.ones(3) * 2)
        self.register_buffer("steps", torch.ones(()))

    def forward(self, x):
        if self.training:
            self.steps += 1
        decay = torch.exp(-self.steps / 10)
        return self.weight * x * decay  # differs: FG610


def make():
    return Model()


def inputs():
    return [(torch.ones(3),), (torch.ones(3) * 2,)]
