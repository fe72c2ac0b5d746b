import torch
from torch import nn


class InRange(nn.Module):
    def forward(self, x):
        mean = x.mean()
        inside = -1 < mean < 1  # break: FG103
        return x * inside


def make():
    return InRange()


def inputs():
    return [(torch.zeros(3),), (torch.ones(3) * 4,), (torch.ones(3) * -4,)]
