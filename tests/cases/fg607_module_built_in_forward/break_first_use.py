"""A constructor that uses the module before the one of its base has run, and breaks."""

import torch
from torch import nn


class Base(nn.Module):
    def __init__(self, rank):
        super().__init__()  # break: FG607
        self.rank = rank


class Field(Base):
    RANK = 2

    def __init__(self, data):
        rank = self.RANK  # break: FG607
        super().__init__(rank)
        print(rank)  # break: FG401
        self.data = data


class Model(nn.Module):
    def forward(self, x):
        return Field(x).data + 1


def make():
    return Model()


def inputs():
    return [(torch.ones(3),)]
