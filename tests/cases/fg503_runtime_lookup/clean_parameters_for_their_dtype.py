import itertools

import torch
from torch import nn


class Model(nn.Module):
    def __init__(self):
        super().__init__()
        self.linear = nn.Linear(8, 8)

    @property
    def dtype(self):
        return next(itertools.chain(self.linear.parameters(), self.linear.buffers())).dtype

    def forward(self, x):
        x = self.linear(x.to(self.dtype))
        return x.to(next(iter(self.linear.parameters())).dtype)


def make():
    return Model()


def inputs():
    return [(torch.randn(2, 4, 8),), (torch.randn(2, 4, 8),)]
