import torch
from torch import nn


class Model(nn.Module):
    def forward(self, x, lengths):
        first, second = lengths.tolist()  # break[default]: FG203
        return x * first + second


def make():
    return Model()


def inputs():
    return [(torch.randn(4, 8), torch.tensor([3, 2])), (torch.randn(4, 8), torch.tensor([1, 4]))]
