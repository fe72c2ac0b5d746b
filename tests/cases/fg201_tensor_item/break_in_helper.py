import torch
from torch import nn


def largest(x):
    return x.abs().max().item()  # break[default]: FG201


class Model(nn.Module):
    def forward(self, x):
        return x / largest(x)


def make():
    return Model()


def inputs():
    return [(torch.randn(4, 8),), (torch.randn(4, 8),)]
