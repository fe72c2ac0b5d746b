import torch
from torch import nn


class Double(torch.autograd.Function):
    @classmethod
    def forward(cls, ctx, x):
        return x * 2

    @staticmethod
    def backward(ctx, gradient):
        return gradient * 2


class Model(nn.Module):
    def __init__(self):
        super().__init__()
        self.weight = nn.Parameter(torch.ones(4))

    def forward(self, x):
        x = x * self.weight
        return Double.apply(x) + 1  # break: FG612


def make():
    return Model()


def inputs():
    return [(torch.ones(2, 4),)]
