import torch
from torch import nn


class Model(nn.Module):
    def __init__(self):
        super().__init__()
        self.weight = nn.Parameter(torch.ones(3) * 2)
        self.register_buffer("scale", torch.ones(3))

    def forward(self, x):
        with torch.no_grad():
            self.scale.mul_(2)
        scale = self.scale
        return (x + 1) / scale  # differs: FG610


def make():
    return Model()


def inputs():
    return [(torch.ones(3),), (torch.ones(3) * 2,)]
