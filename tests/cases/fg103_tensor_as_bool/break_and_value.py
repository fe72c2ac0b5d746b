import torch
from torch import nn


class Flags(nn.Module):
    def forward(self, x):
        x = x + 1
        both = x.max() > 0 and x.min() > 0  # break: FG103
        return x * both


def make():
    return Flags()


def inputs():
    return [(torch.tensor([1.0, 2.0]),), (torch.tensor([1.0, -5.0]),), (torch.tensor([-5.0, -5.0]),)]
