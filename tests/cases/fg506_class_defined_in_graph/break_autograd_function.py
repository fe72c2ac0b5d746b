import torch
from torch import nn


class Reverse(nn.Module):
    def __init__(self, weight=1.0):
        super().__init__()
        self.weight = weight
        self.layer = nn.Linear(4, 4)

    def forward(self, x):
        x = self.layer(x)
        weight = self.weight

        class GradientReversal(torch.autograd.Function):  # break: FG506
            @staticmethod
            def forward(ctx, x):
                return x.view_as(x)

            @staticmethod
            def backward(ctx, gradient):
                return -weight * gradient

        return GradientReversal.apply(x)


def make():
    return Reverse()


def inputs():
    return [(torch.ones(2, 4),)]
