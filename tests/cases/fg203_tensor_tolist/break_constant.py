import torch
from torch import nn


class Model(nn.Module):
    def forward(self, x):
        return x + sum(torch.tensor(x.shape).tolist())  # break[default]: FG203


def make():
    return Model()


def inputs():
    return [(torch.randn(4, 8),), (torch.randn(4, 8),)]
