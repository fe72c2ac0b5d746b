import torch
from torch import nn


class Both(nn.Module):
    def forward(self, x, low, high):
        inside = torch.logical_and(x > low, x < high)
        total = x[inside].sum()  # break[default]: FG302
        outside = (x < low) | (x > high)
        total = total + x[outside].sum()  # break[default]: FG302
        finite = torch.isfinite(x) & ~torch.isnan(x)
        total = total + x[finite].sum()  # break[default]: FG302
        odd = (x > low) ^ (x > high)
        return total + x[odd].sum()  # break[default]: FG302


def make():
    return Both()


def inputs():
    return [(torch.tensor([1.0, 2.0, 3.0]), torch.tensor(1.5), torch.tensor(2.5))]
