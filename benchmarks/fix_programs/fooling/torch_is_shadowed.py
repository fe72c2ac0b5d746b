"""The name torch is something else in the function."""

import torch
from torch import nn


class Other:
    def where(self, test, a, b):
        return a + b

    def tanh(self, x):
        return x.tanh()


class Model(nn.Module):
    def forward(self, x, torch=Other()):
        h = torch.tanh(x)
        if h.sum() > 0:
            h = h * 2
        return h


def make():
    torch.manual_seed(0)
    return Model()


def inputs():
    torch.manual_seed(1)
    return [(torch.rand(3),), (-torch.rand(3),)]
