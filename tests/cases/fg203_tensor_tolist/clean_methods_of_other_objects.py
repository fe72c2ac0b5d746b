import torch
from torch import nn


class Rows:
    """Has a method of a tensor's name that takes what no tensor's does."""

    def __init__(self, tensor):
        self.tensor = tensor

    def tolist(self, as_linked_list=False):
        return [self.tensor, self.tensor * 2]


class Model(nn.Module):
    def forward(self, x: torch.Tensor, rows) -> torch.Tensor:
        for row in rows.tolist(as_linked_list=True):
            x = x + row
        return x + x.shape[0]


def make():
    return Model()


def inputs():
    return [(torch.ones(3), Rows(torch.ones(3)))]
