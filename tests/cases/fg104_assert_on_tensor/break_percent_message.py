import torch
from torch import nn


class Depth(nn.Module):
    def forward(self, depth):
        depth = depth + 1
        assert depth.min() > 0, "%s: depth must be positive" % type(self).__name__  # break: FG104
        return depth.reciprocal()


def make():
    return Depth()


def inputs():
    return [(torch.ones(3),)]
