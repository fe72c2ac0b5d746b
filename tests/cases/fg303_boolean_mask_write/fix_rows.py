# fix: unsafe
import torch
from torch import nn


class Rows(nn.Module):
    def forward(self, x: torch.Tensor):
        h = x.float() * 2
        rows = h.sum(-1) > 0
        h[rows] *= 0.5  # break[default]: FG303
        k = h + 1
        k[(k > 4).any(-1), :] += 3  # break[default]: FG303
        return h, k


def make():
    return Rows()


def inputs():
    nan, inf = float("nan"), float("inf")
    rows = ([9.0, -2.0, 3.0], [-1.0, 0.0, -3.0]), ([nan, 1.0, 2.0], [inf, 1.0, 1.0])
    return [(torch.tensor(row, requires_grad=True),) for row in rows]
