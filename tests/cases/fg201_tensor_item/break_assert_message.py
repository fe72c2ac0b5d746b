import torch
from torch import nn


class Model(nn.Module):
    def forward(self, x):
        x = x * 2
        assert x.abs().max().item() >= 0, f"bad values in {x.shape}"  # break[default]: FG201; break[fullgraph]: FG104
        return x + 1


def make():
    return Model()


def inputs():
    return [(torch.randn(4, 8),), (torch.randn(4, 8),)]
