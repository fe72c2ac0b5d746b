import torch
from torch import nn


class Sparse(nn.Module):
    def forward(self, x):
        rows = x.abs().nonzero()  # break[default]: FG301
        return rows.float().mean(0) + x.sum()


def make():
    return Sparse()


def inputs():
    return [(torch.tensor([[1.0, 0.0], [0.0, 2.0]]),), (torch.ones(2, 2),)]
