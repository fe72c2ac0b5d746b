"""Class attributes of a function with gradients of its own, which are not looked up."""

import torch
from torch import nn


class Spike(torch.autograd.Function):
    threshold = 2.0
    kind = torch.float64
    states = ["voltage", "current"]
    scales = {"voltage": 2}

    @staticmethod
    def forward(ctx, x):
        return (x > 1).to(x.dtype)

    @staticmethod
    def backward(ctx, gradient):
        return gradient * 2

    @staticmethod
    def shifted(x):
        return x - Spike.threshold  # break: FG612

    @staticmethod
    def doubled(x):
        return x * 2


class Sharp(Spike):
    pass


class Iterated(nn.Module):
    def __init__(self, function=Sharp):
        super().__init__()
        self.function = function

    def forward(self, x):
        for name in self.function.states:  # break: FG612
            x = x + len(name)
        return self.function.apply(x)


class Computed(nn.Module):
    def forward(self, x):
        return Spike.apply(x) * Spike.threshold  # break: FG612


class Compared(nn.Module):
    def forward(self, x):
        if Spike.threshold > 1:  # break: FG612
            x = x + 1
        return x


class Looked(nn.Module):
    def forward(self, x):
        return x * Spike.scales["voltage"]  # break: FG612


class Passed(nn.Module):
    def forward(self, x):
        return x + torch.full((3,), fill_value=Spike.threshold)  # break: FG612


class Cast(nn.Module):
    def forward(self, x):
        return x.to(Spike.kind)  # break: FG612


class Named(nn.Module):
    def forward(self, x):
        return x + len(Spike.__name__)  # break: FG612


class InMethod(nn.Module):
    def forward(self, x):
        if Spike.threshold is None or Spike is None:
            return x
        return Spike.shifted(Spike.doubled(x))


class Model(nn.Module):
    def __init__(self):
        super().__init__()
        self.ways = nn.ModuleList([Iterated(), Computed(), Compared(), Looked(), Passed(), Cast(), Named(), InMethod()])

    def forward(self, x, way):
        return self.ways[way](x)


def make():
    return Model()


def inputs():
    return [(torch.ones(3), way) for way in range(8)]
