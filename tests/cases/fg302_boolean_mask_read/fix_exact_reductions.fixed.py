# fix: safe
import torch
from torch import nn


class Checks(nn.Module):
    def forward(self, x: torch.Tensor):
        positive = x > 0
        large = x.abs() > 1
        one = torch.where(positive, large, False).any()  # break[default]: FG302
        two = torch.where(positive, large, True).all()  # break[default]: FG302
        return one, two, torch.where(positive, large, 0).sum(), torch.where(
            positive,
            x,
            False,
        ).any()  # break[default]: FG302


def make():
    return Checks()


def inputs():
    nan, inf = float("nan"), float("inf")
    rows = ([9.0, -2.0, 3.0], [0.0, 0.0, -0.0], [nan, 1.0, 0.5], [inf, -inf, 1.0], [])
    return [(torch.tensor(row),) for row in rows]
