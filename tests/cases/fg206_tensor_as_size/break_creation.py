import torch
from torch import nn


class Model(nn.Module):
    def forward(self, x, lengths):
        a = torch.zeros(lengths.max(), 2)  # break[default]: FG206
        x = x * 2
        b = torch.ones((2, lengths.max()))  # break[default]: FG206
        x = x * 2
        c = torch.full((lengths.max(),), 1.0)  # break[default]: FG206
        x = x * 2
        d = x.new_zeros(2, lengths.max())  # break[default]: FG206
        x = x * 2
        e = torch.eye(lengths.max())  # break[default]: FG206
        return x, a, b, c, d, e


def make():
    return Model()


def inputs():
    return [(torch.randn(4, 8), torch.tensor([3, 2])), (torch.randn(4, 8), torch.tensor([1, 4]))]
