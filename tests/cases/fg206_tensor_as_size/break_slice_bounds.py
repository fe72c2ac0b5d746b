import torch
from torch import nn


class Model(nn.Module):
    def forward(self, x, lengths):
        x = x * 2
        return x[:, : lengths.max()] + x[:, lengths.min() - 1 : lengths.max() + lengths.min() - 1]  # break[default]: FG206


def make():
    return Model()


def inputs():
    return [(torch.randn(4, 8), torch.tensor([3, 2])), (torch.randn(4, 8), torch.tensor([1, 4]))]
