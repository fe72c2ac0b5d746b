import torch
from torch import nn


class Model(nn.Module):
    def forward(self, x):
        x = x * 2
        return x + 1, "%.2f" % x.sum().item()  # break[default]: FG201; break: FG205


def make():
    return Model()


def inputs():
    return [(torch.randn(4, 8),), (torch.randn(4, 8),)]
