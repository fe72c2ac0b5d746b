# fix: safe
import torch
from torch import nn


class Checks(nn.Module):
    def forward(self, x: torch.Tensor):
        positive = x > 0
        large = x.abs() > 1
        one = large[positive].any()  # break[default]: FG302
        two = large[positive].all()  # break[default]: FG302
        return one, two, large[positive].sum(), x[positive].any()  # break[default]: FG302


def make():
    return Checks()


def inputs():
    nan, inf = float("nan"), float("inf")
    rows = ([9.0, -2.0, 3.0], [0.0, 0.0, -0.0], [nan, 1.0, 0.5], [inf, -inf, 1.0], [])
    return [(torch.tensor(row),) for row in rows]
