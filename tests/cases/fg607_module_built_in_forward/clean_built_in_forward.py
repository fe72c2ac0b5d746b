# only: torch>=2.11
"""Modules that are built by tracing: attributes, buffers, modules without parameters, containers, subclasses."""

import torch
from torch import nn


class Base(nn.Module):
    def __init__(self, factor):
        super().__init__()
        self.factor = factor


class Scale(Base):
    def __init__(self, factor):
        super(Scale, self).__init__(factor)
        if factor == 7:
            raise ValueError("print(factor)")

    def forward(self, x):
        return x * self.factor


class Weighted(nn.Module):
    def __init__(self, size, inner):
        super().__init__()
        weight = torch.ones(size)
        weight[-1] = 0.5
        self.register_buffer("weight", weight)
        self.register_parameter("bias", None)
        self.inner = inner
        self.layers = nn.ModuleList([nn.ReLU(), nn.Tanh()])

    def forward(self, x):
        for layer in self.layers:
            x = layer(x)
        return self.inner(x) * self.weight


class Activation(nn.ReLU):
    def forward(self, x):
        return super().forward(x) * 2


class Chain(nn.Sequential):
    def __init__(self):
        super().__init__(nn.ReLU(), nn.Tanh())


class Model(nn.Module):
    def forward(self, x):
        x = x + 1
        loss = Weighted(4, Scale(3))
        loss.to(x.device)
        self.kept = Scale(2).eval()
        table = nn.ModuleDict({"a": nn.Sequential(Activation(), Chain())})
        return self.kept(loss(table["a"](x)))


def make():
    return Model()


def inputs():
    return [(torch.ones(2, 4),)]
