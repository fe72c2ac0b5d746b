import torch
from torch import nn


class Model(nn.Module):
    """TorchDynamo knows the number in a tensor that is made of one; not those in a tensor of several."""

    def forward(self, x):
        rows = torch.tensor([x.shape[1], 2])
        x = x + x.new_zeros(rows.prod()).sum()  # break[default]: FG206
        x = x + 1
        return x + torch.zeros(torch.tensor((4, 4)).sum()).sum()  # break[default]: FG206


def make():
    return Model()


def inputs():
    return [(torch.randn(4, 3, 2),), (torch.randn(4, 3, 2),)]
