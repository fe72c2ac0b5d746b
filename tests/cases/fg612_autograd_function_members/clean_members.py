import torch
from torch import nn
from torch.autograd.function import once_differentiable


class Double(torch.autograd.Function):
    generate_vmap_rule = False

    @staticmethod
    def forward(ctx, x):
        ctx.save_for_backward(x)
        ctx.save_for_forward(x)
        ctx.set_materialize_grads(False)
        ctx.factor = 2
        return x * 2

    @staticmethod
    @once_differentiable
    def backward(ctx, gradient):
        return gradient * ctx.factor

    @staticmethod
    def vmap(info, in_dims, x):
        return x * 2, in_dims[0]


class Model(nn.Module):
    def __init__(self):
        super().__init__()
        self.weight = nn.Parameter(torch.ones(4))

    def forward(self, x):
        x = x * self.weight
        return Double.apply(x) + 1


def make():
    return Model()


def inputs():
    return [(torch.ones(2, 4),)]
