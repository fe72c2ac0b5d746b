import torch
from torch import nn


class Groups:
    def __init__(self, rows):
        self.rows = rows

    def total(self):
        total = 0
        for row in self.rows:
            if row.numel() == 0:
                continue
            total = total + row.sum().item()  # break[default]: FG201
        return total


class Model(nn.Module):
    def forward(self, x):
        groups = Groups([x[:1], x[1:]])
        return x * groups.total()  # break[default]: FG511


def make():
    return Model()


def inputs():
    return [(torch.randn(4, 2),), (torch.randn(4, 2),)]
