import torch
from torch import nn


class Model(nn.Module):
    def __init__(self):
        super().__init__()
        self.linear = nn.Linear(2, 2)

    def forward(self, x):
        x = self.linear(x)
        size = torch.prod(torch.tensor(x.shape[1:]))
        return x + x.new_zeros(x.shape[0], size).sum()  # break[default]: FG206


def make():
    return Model()


def inputs():
    return [(torch.randn(4, 3, 2),), (torch.randn(4, 3, 2),)]
