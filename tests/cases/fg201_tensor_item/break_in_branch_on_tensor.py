import torch
from torch import nn


class Model(nn.Module):
    def forward(self, x):
        if x.sum() > x.max().item():  # break: FG101; break[default]: FG201
            return x + 1
        return x - 1


def make():
    return Model()


def inputs():
    return [(torch.ones(4, 8),), (-torch.ones(4, 8),)]
