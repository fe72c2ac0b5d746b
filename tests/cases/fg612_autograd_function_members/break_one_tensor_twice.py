import torch
from torch import nn


class Product(torch.autograd.Function):
    @staticmethod
    def forward(ctx, left, right, scale=1.0):
        ctx.save_for_backward(left, right)
        return left * right * scale

    @staticmethod
    def backward(ctx, gradient):
        left, right = ctx.saved_tensors
        return gradient * right, gradient * left, None


class Model(nn.Module):
    def __init__(self):
        super().__init__()
        self.weight = nn.Parameter(torch.ones(4))

    def forward(self, x):
        h = x * self.weight
        h = Product.apply(h, h)  # break: FG612 (since 2.13)
        return h + Product.apply(self.weight, self.weight, 2.0)  # break: FG612 (since 2.13)


def make():
    return Model()


def inputs():
    return [(torch.ones(2, 4),)]
