# fix: safe
import torch
from torch import nn


class Above(nn.Module):
    def forward(self, x: torch.Tensor):
        above = x > x.mean().item()  # break[default]: FG201
        return torch.where(above, x, 0.0), x == x.max().item()  # break[default]: FG201


def make():
    return Above()


def inputs():
    nan, inf = float("nan"), float("inf")
    rows = ([1.0, -2.0, 3.0], [0.0, 0.0, -0.0], [nan, 1.0, 2.0], [inf, inf, 1.0])
    return [(torch.tensor(row, requires_grad=True),) for row in rows]
