import torch
from torch import nn


class Model(nn.Module):
    def forward(self, x, lengths):
        x = x * sum(map(float, [x.sum(), x.mean()]))  # break[default]: FG202
        return x + sum([int(length) for length in lengths])  # break[default]: FG202


def make():
    return Model()


def inputs():
    return [(torch.randn(4, 8), torch.tensor([3, 2])), (torch.randn(4, 8), torch.tensor([1, 4]))]
