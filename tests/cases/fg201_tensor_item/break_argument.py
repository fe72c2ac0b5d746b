import torch
from torch import nn


class Model(nn.Module):
    def forward(self, x, n):
        return x * n.item()  # break[default]: FG201


def make():
    return Model()


def inputs():
    return [(torch.randn(4, 8), torch.tensor(3)), (torch.randn(4, 8), torch.tensor(2))]
