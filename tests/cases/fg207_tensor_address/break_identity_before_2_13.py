import torch
from torch import nn


class Model(nn.Module):
    """The identity of a tensor that the graph computes; that of one it is given is known."""

    def forward(self, x, y):
        x = x * 2
        return x + len({id(x), 3})  # break: FG207 (before 2.13)


def make():
    return Model()


def inputs():
    return [(torch.ones(4), torch.zeros(4)),]
