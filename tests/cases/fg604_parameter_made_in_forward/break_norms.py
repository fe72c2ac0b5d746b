import torch
from torch import nn


class Norms(nn.Module):
    def forward(self, x):
        x = x + 1
        x = nn.LayerNorm(x.shape[-1])(x)  # break: FG604
        x = nn.BatchNorm1d(4)(x)  # break: FG604
        x = nn.InstanceNorm1d(2, affine=True)(x[None])  # break: FG604
        return nn.GroupNorm(1, 2)(x)  # break: FG604


def make():
    return Norms()


def inputs():
    return [(torch.randn(2, 4),)]
