import torch
from torch import nn


class Model(nn.Module):
    def forward(self, x, y):
        x = x * 2
        same = x.data_ptr() == x.data_ptr()  # break: FG207 (before 2.13)
        return x + same


def make():
    return Model()


def inputs():
    return [(torch.ones(4), torch.zeros(4)), (torch.zeros(4), torch.ones(4))]
