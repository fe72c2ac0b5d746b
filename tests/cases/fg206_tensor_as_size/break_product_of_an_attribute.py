"""What is computed of a tensor that the module holds is no number that is known."""

import torch
from torch import nn


class Model(nn.Module):
    def __init__(self):
        super().__init__()
        self.size = torch.tensor(4)
        self.register_buffer("width", torch.tensor(2))

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        self.attribute()
        self.buffer()
        return x

    def attribute(self):
        return torch.arange(self.size * 2)  # break[default]: FG206

    def buffer(self):
        return torch.zeros(self.width + 1)  # break[default]: FG206


def make():
    return Model()


def inputs():
    return [(torch.rand(3, 4),)]
