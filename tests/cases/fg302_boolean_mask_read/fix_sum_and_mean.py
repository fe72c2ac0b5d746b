# fix: unsafe
import torch
from torch import nn


class Pooled(nn.Module):
    def forward(self, x: torch.Tensor):
        h = x.float() * 2
        kept = h > 0
        return h[kept].sum() + 2 * h[kept].mean()  # break[default]: FG302


def make():
    return Pooled()


def inputs():
    nan, inf = float("nan"), float("inf")
    rows = ([9.0, -2.0, 3.0], [1.0, 2.0, 4.0], [nan, 1.0, 2.0], [-inf, 1.0, 1.0], [0.0, -1.0, -0.0])
    return [(torch.tensor([row], requires_grad=True),) for row in rows]
