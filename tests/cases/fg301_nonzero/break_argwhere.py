import torch
from torch import nn


class Peaks(nn.Module):
    def forward(self, x):
        peaks = torch.argwhere(x > x.mean())  # break[default]: FG301
        lows = (x < 0).argwhere()  # break[default]: FG301
        return peaks.sum() + lows.sum()


def make():
    return Peaks()


def inputs():
    return [(torch.tensor([[1.0, -1.0], [0.0, 2.0]]),)]
