import torch
from torch import nn


class Stacked(nn.Module):
    def forward(self, x, allowed):
        kept = torch.stack([x > 0, x < 3]).all(dim=0)
        total = x[kept].sum()  # break[default]: FG302
        some = torch.isin(x, allowed)
        return total + x[some].sum()  # break[default]: FG302


def make():
    return Stacked()


def inputs():
    return [(torch.tensor([1.0, 2.0, 3.0]), torch.tensor([1.0, 2.0]))]
