import torch
from torch import nn


class Model(nn.Module):
    def forward(self, x):
        x = x + 1
        with open(__file__) as file:  # break: FG405
            x = x * len(file.readline())
        return x


def make():
    return Model()


def inputs():
    return [(torch.ones(3, 2),)]
