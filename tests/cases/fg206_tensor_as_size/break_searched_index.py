import torch
from torch import nn


class Model(nn.Module):
    """What searchsorted gives has as many dimensions as what is sought."""

    def forward(self, x, mask):
        place = torch.searchsorted(torch.arange(4.0), torch.tensor(1.5))
        return x[place] + mask.sum()  # break: FG206


def make():
    return Model()


def inputs():
    return [(torch.randn(4, 8), torch.tensor([True, False, True, True])) for _ in range(2)]
