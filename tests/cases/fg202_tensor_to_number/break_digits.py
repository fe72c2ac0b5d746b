import torch
from torch import nn


class Model(nn.Module):
    def forward(self, x, lengths):
        t = lengths.max()
        x = x * len(chr(t))  # break: FG202
        return x * len(hex(t))  # break: FG202


def make():
    return Model()


def inputs():
    return [(torch.randn(4, 8), torch.tensor([3, 2])), (torch.randn(4, 8), torch.tensor([1, 1]))]
