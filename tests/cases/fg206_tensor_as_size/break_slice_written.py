import torch
from torch import nn


class Model(nn.Module):
    def forward(self, x, lengths):
        x = x.clone()
        x[:, : lengths.max()] = 0.0  # break[default]: FG206
        return x + 1


def make():
    return Model()


def inputs():
    return [(torch.randn(4, 8), torch.tensor([3, 2])), (torch.randn(4, 8), torch.tensor([1, 4]))]
