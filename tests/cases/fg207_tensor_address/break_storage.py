import torch
from torch import nn


class Model(nn.Module):
    def forward(self, x):
        x = x * 2
        size = x.storage().size()  # break: FG207
        x = x + size
        y = x * 3
        return x + y.untyped_storage().nbytes()  # break: FG207


def make():
    return Model()


def inputs():
    return [(torch.ones(4),)]
