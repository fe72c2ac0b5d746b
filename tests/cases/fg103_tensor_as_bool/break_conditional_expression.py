import torch
from torch import nn


class SignedScale(nn.Module):
    def forward(self, x):
        y = x + 1 if x.sum() > 0 else x - 1  # break: FG103
        return y * 2


def make():
    return SignedScale()


def inputs():
    return [(torch.ones(3),), (-torch.ones(3),)]
