import torch
from torch import nn


class Sign(nn.Module):
    def forward(self, x):
        s = x.sum()
        return x + (1 if s > 0 else -1 if s < 0 else 0)  # break: FG103


def make():
    return Sign()


def inputs():
    return [(torch.ones(2),), (-torch.ones(2),), (torch.zeros(2),)]
