import torch
from torch import nn


class Interval(nn.Module):
    def forward(self, low, high):
        width = high - low
        assert (width >= 0).all(), f"{width.min()} < 0"  # break: FG104
        scaled = low / (width + 1)
        assert not scaled.isinf().any(), "overflow"  # break: FG104
        return scaled


def make():
    return Interval()


def inputs():
    return [(torch.zeros(2), torch.ones(2))]
