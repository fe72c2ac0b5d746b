import torch
from torch import nn


class Model(nn.Module):
    def forward(self, x, lengths):
        x = x * 2
        found = 3 in lengths  # break[default]: FG202
        return x * found


def make():
    return Model()


def inputs():
    return [(torch.randn(4, 8), torch.tensor([3, 2])), (torch.randn(4, 8), torch.tensor([1, 4]))]
