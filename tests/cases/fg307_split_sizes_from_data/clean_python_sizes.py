import torch
from torch import nn


class Parts(nn.Module):
    def forward(self, x, count):
        first, second = x.split([2, 3])
        third = torch.split(x, x.shape[0] // 2)
        fourth = x.tensor_split([1, 3])
        fifth = torch.tensor_split(x, 2)
        sixth = torch.split(x, count)
        seventh = x.chunk(2)
        parts = first.sum() + second.sum() + third[0].sum() + fourth[0].sum()
        return parts + fifth[0].sum() + sixth[0].sum() + seventh[0].sum() + "a b".split()[0].count("a")


def make():
    return Parts()


def inputs():
    return [(torch.ones(5), torch.tensor(2))]
