"""A shape compared with a tuple that holds a tensor."""

import torch
from torch import nn


class Model(nn.Module):
    def __init__(self):
        super().__init__()
        self.rows = torch.tensor(3)
        self.register_buffer("columns", torch.tensor(4))

    def forward(self, x: torch.Tensor, count: torch.Tensor) -> torch.Tensor:
        self.given(x, count)
        self.held(x)
        self.unequal(x)
        return x

    def given(self, x: torch.Tensor, count: torch.Tensor):
        return x.shape == (count, 4)  # break: FG103

    def held(self, x: torch.Tensor):
        return x[:, 0].shape == (self.rows,)  # break: FG103

    def unequal(self, x: torch.Tensor):
        return (x.shape[0], self.columns) != x.size()  # break: FG103


def make():
    return Model()


def inputs():
    return [(torch.rand(3, 4), torch.tensor(3))]
