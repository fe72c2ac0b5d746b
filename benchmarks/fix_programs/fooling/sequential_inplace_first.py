"""The first layer of a Sequential is in place."""

import torch
from torch import nn


class Model(nn.Module):
    def __init__(self):
        super().__init__()
        self.tail = nn.Sequential(nn.LeakyReLU(0.1, inplace=True), nn.Linear(4, 4))

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        h = x * 2
        if h.sum() < 0:
            out = self.tail(h)
        else:
            out = h
        return out + h


def make():
    torch.manual_seed(0)
    return Model()


def inputs():
    torch.manual_seed(1)
    return [(torch.rand(4),), (-torch.rand(4),)]
