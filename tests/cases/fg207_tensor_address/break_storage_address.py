import torch
from torch import nn


class Model(nn.Module):
    def forward(self, x, y):
        x = x * 2
        shared = x.untyped_storage().data_ptr() == y.untyped_storage().data_ptr()  # break: FG207
        return x + shared


def make():
    return Model()


def inputs():
    return [(torch.ones(4), torch.zeros(4)),]
