"""Under fullgraph=True the number is captured, and the module is built in the graph."""

import torch
from torch import nn


class Scale(nn.Module):
    def __init__(self, factor):
        super().__init__()  # break[default]: FG607
        self.factor = factor.item()  # break[default]: FG201

    def forward(self, x):
        return x * self.factor


@torch.compile
def run(x):
    x = x + 1
    return Scale(x.sum())(x)


def make():
    return run


def inputs():
    return [(torch.ones(2, 4),)]
