import torch
from torch import nn


class Model(nn.Module):
    def forward(self, x):
        try:
            scale = x.sum().item()  # break[default]: FG201
        except ValueError:
            scale = 1.0
        return x * scale


def make():
    return Model()


def inputs():
    return [(torch.randn(4, 8),), (torch.randn(4, 8),)]
