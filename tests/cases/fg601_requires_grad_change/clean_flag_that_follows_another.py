import torch
from torch import nn


class Model(nn.Module):
    """A flag that most callers leave false."""

    def forward(self, x: torch.Tensor, force: bool = False):
        chart = torch.zeros(3, 4).requires_grad_(force and not x.requires_grad)
        return x + chart.requires_grad_(x.requires_grad)


def make():
    return Model()


def inputs():
    return [(torch.ones(3, 4),), (torch.zeros(3, 4),)]
