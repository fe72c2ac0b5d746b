"""A test asks for the answer, or it is a number of the graph."""

import numpy as np
import torch
import torch.nn.functional as F
from torch import nn


class Written(nn.Module):
    def forward(self, x):
        t = x.shape[1]
        return F.scaled_dot_product_attention(x, x, x, is_causal=True if t > 1 else False)  # noqa: SIM210


class Tested(nn.Module):
    def forward(self, x):
        if x.shape[1] > 1:
            return F.dropout(x, 0.0, training=True)
        return x


class Number(nn.Module):
    def forward(self, x):
        return x + (x.shape[1] > 1)


class Held(nn.Module):
    def __init__(self):
        super().__init__()
        self.weight = nn.Parameter(torch.ones(8))
        self.table = np.ones((3, 4))

    def forward(self, x):
        y = F.dropout(x * self.weight, 0.0, training=self.weight.shape[0] > 1)
        return F.dropout(y, 0.0, training=self.table.shape[0] > 1 and len(self.weight) > 1)


class Model(nn.Module):
    def __init__(self):
        super().__init__()
        self.ways = nn.ModuleList([Written(), Tested(), Number(), Held()])

    def forward(self, x, way):
        return self.ways[way](x)


def make():
    return Model()


def inputs():
    return [(torch.ones(2, length, 4, 8), way) for way in range(4) for length in (3, 4)]
