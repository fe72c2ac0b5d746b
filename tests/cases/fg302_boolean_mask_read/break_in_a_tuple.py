import torch
from torch import nn


class Columns(nn.Module):
    def forward(self, x, row: int = 1):
        used = x.abs().sum(0) > 0
        first = x[:, used]  # break[default]: FG302
        second = x[row, used]  # break[default]: FG302
        third = x[..., used]  # break[default]: FG302
        fourth = x[None, :, used]  # break[default]: FG302
        return first.sum() + second.sum() + third.sum() + fourth.sum()


def make():
    return Columns()


def inputs():
    return [(torch.tensor([[1.0, 0.0], [2.0, 0.0]]),)]
