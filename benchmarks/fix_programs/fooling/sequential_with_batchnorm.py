"""The same in an nn.Sequential, with a dropout."""

import torch
from torch import nn


class Model(nn.Module):
    def __init__(self):
        super().__init__()
        self.block = nn.Sequential(nn.Linear(2, 2), nn.BatchNorm1d(2), nn.Dropout(0.5))

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        if x.mean() > 0:
            out = self.block(x)
        else:
            out = torch.tanh(x)
        return out


def make():
    torch.manual_seed(0)
    return Model()


def inputs():
    torch.manual_seed(1)
    return [(torch.rand(4, 2),), (-torch.rand(4, 2),)]
