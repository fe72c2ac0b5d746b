"""Sizes are compared where an operation is given them, or before."""

import torch
import torch.nn.functional as F
from torch import nn


class Attention(nn.Module):
    def forward(self, x):
        t = x.shape[1]
        return F.scaled_dot_product_attention(x, x, x, is_causal=t > 1)  # break: FG618


class Named(nn.Module):
    def forward(self, x):
        many = x.size(1) >= 2
        return F.dropout(x, 0.0, many)  # break: FG618


class Unpacked(nn.Module):
    def forward(self, x):
        _, rows, _, _ = x.shape
        return x.sum(1, keepdim=rows - 1 > 0)  # break: FG618


class Model(nn.Module):
    def __init__(self):
        super().__init__()
        self.ways = nn.ModuleList([Attention(), Named(), Unpacked()])

    def forward(self, x, way):
        return self.ways[way](x)


def make():
    return Model()


def inputs():
    return [(torch.ones(2, length, 4, 8), way) for way in range(3) for length in (3, 4)]
