import torch
from torch import nn


class Model(nn.Module):
    def forward(self, lengths):
        return torch.arange(lengths.max(), -3, -1, dtype=torch.long)  # break: FG206


def make():
    return Model()


def inputs():
    return [(torch.tensor([3, 2]),), (torch.tensor([1, 4]),)]
