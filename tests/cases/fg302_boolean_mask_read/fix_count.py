# fix: unsafe
import torch
from torch import nn


class Average(nn.Module):
    def forward(self, x: torch.Tensor):
        h = x.float() * 2
        kept = h > 0
        total = h[kept].sum()  # break[default]: FG302
        rows = h.sum(-1) > 0
        return total / h[kept].numel(), h * len(h[rows]) + h[rows].shape[0]  # break[default]: FG302


def make():
    return Average()


def inputs():
    nan, inf = float("nan"), float("inf")
    rows = ([9.0, -2.0, 3.0], [1.0, 2.0, 4.0], [nan, 1.0, 2.0], [-inf, 1.0, 1.0], [0.0, -1.0, -0.0])
    return [(torch.tensor([row], requires_grad=True),) for row in rows]
