import torch
from torch import nn


class Scale(nn.Module):
    @torch.autocast("cpu", enabled=False)
    def forward(self, x):
        return x * 2


class Double(nn.Module):
    @torch.enable_grad()
    def forward(self, x):
        return x * 2


class Model(nn.Module):
    def forward(self, x):
        x = x + 1
        if x.shape[0] == 2:
            return Scale()(x)  # break: FG607
        return Double()(x)  # break: FG607 (before 2.15)


def make():
    return Model()


def inputs():
    return [(torch.ones(2, 4),), (torch.ones(3, 4),)]
