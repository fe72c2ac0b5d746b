from functools import cached_property

import torch
from torch import nn


class Classes(nn.Module):
    def __init__(self, number):
        super().__init__()
        self.number = number
        self.register_buffer("mapping", self.made())

    @cached_property
    def total(self):
        return self.number * 2

    def made(self):
        return torch.zeros(self.total, self.number)

    def forward(self, x):
        return x.new_ones(self.total, x.shape[0]) @ x + self.mapping.sum()


def make():
    return Classes(3)


def inputs():
    return [(torch.ones(4, 2),)]
