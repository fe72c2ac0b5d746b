import torch
from torch import nn


class Sorted(nn.Module):
    def forward(self, a, b):
        if (a > b).all():  # break: FG101
            a, b = b, a
        return b - a


def make():
    return Sorted()


def inputs():
    return [(torch.ones(3), torch.zeros(3)), (torch.zeros(3), torch.ones(3))]
