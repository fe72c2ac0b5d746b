import torch
from torch import nn


class Model(nn.Module):
    def forward(self, x):
        positive = bool(x.sum() > 0)  # break[default]: FG202; break[fullgraph]: FG202 (before 2.11)
        x = x * positive
        bool(x.any())  # break[default]: FG202; break[fullgraph]: FG202 (before 2.11)
        return x + 1


def make():
    return Model()


def inputs():
    return [(torch.randn(4, 8),), (torch.randn(4, 8),)]
