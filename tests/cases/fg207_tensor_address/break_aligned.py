import torch
from torch import nn


def aligned(x):
    return x.data_ptr() % 16 == 0  # break: FG207


class Model(nn.Module):
    def forward(self, x):
        return x * aligned(x)


def make():
    return Model()


def inputs():
    return [(torch.ones(64),)]
