import torch
from torch import nn


class Model(nn.Module):
    def forward(self, x, y):
        x = x * 2
        same = x.data_ptr() == y.data_ptr()  # break: FG207
        return x + same


def make():
    return Model()


def inputs():
    return [(torch.ones(4), torch.zeros(4)), (torch.zeros(4), torch.ones(4))]
