import torch
from torch import nn


class Model(nn.Module):
    def forward(self, x, batch):
        size = batch.max().int() + 1
        total = torch.zeros(size, 1)  # break[default]: FG206
        largest = torch.ones(size, 2)  # break[default]: FG206
        return x, total, largest


def make():
    return Model()


def inputs():
    return [(torch.randn(3), torch.tensor([0, 1, 1]))]
