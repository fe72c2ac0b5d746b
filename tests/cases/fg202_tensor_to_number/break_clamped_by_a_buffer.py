"""A buffer is no constant, whatever it is made of."""

import torch
from torch import nn


class Model(nn.Module):
    def __init__(self):
        super().__init__()
        self.register_buffer("top", torch.tensor(3.0))

    def forward(self, x):
        x = x + 1
        return torch.clamp(x, 0, self.top)  # break: FG202


def make():
    return Model()


def inputs():
    return [(torch.ones(2, 4),)]
