import torch
from torch import nn


class Model(nn.Module):
    def forward(self, x, y):
        x = x * 2
        if y.data_ptr() != x.data_ptr():  # break: FG207
            return x + 1
        return x


def make():
    return Model()


def inputs():
    return [(torch.ones(4), torch.zeros(4)), (torch.zeros(4), torch.ones(4))]
