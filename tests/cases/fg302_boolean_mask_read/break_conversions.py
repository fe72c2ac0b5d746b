import torch
from torch import nn


class Casts(nn.Module):
    def forward(self, x, keep):
        first = x[keep.bool()]  # break[default]: FG302
        second = x[keep.to(torch.bool)]  # break[default]: FG302
        third = x[keep.to(x.device, dtype=torch.bool)]  # break[default]: FG302
        fourth = x[keep.type(torch.bool)]  # break[default]: FG302
        return first.sum() + second.sum() + third.sum() + fourth.sum()


def make():
    return Casts()


def inputs():
    return [(torch.ones(3), torch.tensor([1, 0, 1]))]
