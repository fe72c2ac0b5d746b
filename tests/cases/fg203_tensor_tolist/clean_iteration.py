import torch
from torch import nn


class Grid:
    def tolist(self):
        return [1, 2]


class Model(nn.Module):
    def forward(self, x, lengths):
        first, second = lengths
        rows = list(x)
        x = x * first + second + rows[0] + sum(tuple(lengths))
        for row in x:
            x = x + row
        for number in [*x.shape, *Grid().tolist()]:
            x = x + number
        return torch.stack([x.sum(), *lengths, *lengths.unbind()]) + torch.tensor(list(x.size())).sum()


def make():
    return Model()


def inputs():
    return [(torch.randn(4, 8), torch.tensor([3, 2])), (torch.randn(4, 8), torch.tensor([1, 4]))]
