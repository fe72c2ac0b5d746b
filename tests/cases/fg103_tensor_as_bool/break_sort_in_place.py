import torch
from torch import nn


class Model(nn.Module):
    def forward(self, x, lengths):
        numbers = lengths.tolist()  # break[default]: FG203
        numbers.sort()  # break: FG103
        x = x * numbers[0]
        sums = [x.sum(), x.mean()]
        sums.sort()  # break: FG103
        return x * sums[0]


def make():
    return Model()


def inputs():
    return [(torch.randn(4, 8), torch.tensor([3, 2])), (torch.randn(4, 8), torch.tensor([1, 1]))]
