import torch
from torch import nn


class GradientScaler(nn.Module):
    def forward(self, x):
        if (peak := x.abs().max()) > 1.0:  # break: FG101
            x = x / peak
        return x * 2


def make():
    return GradientScaler()


def inputs():
    return [(torch.tensor([0.5, -4.0]),), (torch.tensor([0.5, -0.25]),)]
