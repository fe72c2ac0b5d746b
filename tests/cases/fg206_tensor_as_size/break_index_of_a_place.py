import torch
from torch import nn


class Model(nn.Module):
    """Places of one dimension, and what is at one of them."""

    def forward(self, x, mask):
        places = torch.where(mask)[0]  # break[default]: FG301
        return x[places[0]] + x.sum()  # break: FG206


def make():
    return Model()


def inputs():
    return [(torch.randn(4, 8), torch.tensor([True, False, True, True])) for _ in range(2)]
