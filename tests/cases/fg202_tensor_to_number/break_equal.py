import torch
from torch import nn


class Model(nn.Module):
    def forward(self, x):
        x = x * torch.equal(x, x)  # break: FG202
        x = x + torch.allclose(x, other=x)  # break: FG202
        return x + x.allclose(x) * 2  # break: FG202


def make():
    return Model()


def inputs():
    return [(torch.randn(4, 8),), (torch.randn(4, 8),)]
