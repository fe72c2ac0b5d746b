import torch
from torch import nn


class Histogram(nn.Module):
    def forward(self, x, weights):
        first = torch.bincount(x)  # break[default]: FG308
        second = x.bincount(minlength=8)  # break[default]: FG308
        third = torch.bincount(x, weights.detach(), 8)  # break[default]: FG308
        return first.sum() + second.sum() + third.sum()


def make():
    return Histogram()


def inputs():
    return [(torch.tensor([0, 2, 1]), torch.ones(3))]
