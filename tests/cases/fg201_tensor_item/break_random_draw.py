import torch
from torch import nn


class Model(nn.Module):
    def forward(self, x):
        scale = torch.rand(1).item()  # break[default]: FG201
        offset = torch.randint(0, 3, (1,)).item()  # break[default]: FG201
        return x.mul(scale).add(offset).shape


def make():
    return Model()


def inputs():
    return [(torch.randn(4, 8),), (torch.randn(4, 8),)]
