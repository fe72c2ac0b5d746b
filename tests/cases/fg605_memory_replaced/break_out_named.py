"""``out=`` with a variable that holds columns, or a transposed tensor."""

import torch
from torch import nn


class Columns(nn.Module):
    def forward(self, x):
        out = x.clone()
        low = out[:, 1:]
        torch.maximum(low, x[:, :-1], out=low)  # break: FG605
        return out


class Shifted(nn.Module):
    def forward(self, x):
        out = x.clone()
        for d in (-1, 1):
            low = out[:, max(-d, 0) : min(4 - d, 4)]
            high = x[:, max(d, 0) : min(4 + d, 4)]
            torch.maximum(low, high, out=low)  # break: FG605
        return out


class Transposed(nn.Module):
    def forward(self, x):
        turned = x.clone().transpose(0, 1)
        torch.add(turned, 1, out=turned)  # break: FG605
        return turned


class Model(nn.Module):
    def __init__(self):
        super().__init__()
        self.ways = nn.ModuleList([way() for way in (Columns, Shifted, Transposed)])

    def forward(self, x, way: int):
        return self.ways[way](x)


def make():
    return torch.compile(Model())


def inputs():
    return [(torch.arange(12.0).reshape(3, 4), way) for way in range(3)]
