import torch
from torch import nn


class Loading(nn.Module):
    def forward(self, x, path):
        x = x + 1
        layer = torch.jit.script(nn.ReLU())  # break: FG507
        return layer(x)  # break: FG507


class Model(nn.Module):
    def __init__(self):
        super().__init__()
        self.loading = Loading()

    def forward(self, x):
        return self.loading(x - 1, "") * 2


def make():
    return Model()


def inputs():
    return [(torch.ones(2, 4),)]
