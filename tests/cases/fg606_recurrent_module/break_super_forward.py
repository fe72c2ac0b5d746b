import torch
from torch import nn


class Model(nn.GRU):
    def __init__(self):
        super().__init__(4, 3)

    def forward(self, x, hidden=None):
        return super().forward(x, hidden)  # break: FG606 (before 2.15); fails: FG606 (since 2.15)


def make():
    return Model()


def inputs():
    return [(torch.ones(5, 2, 4),)]
