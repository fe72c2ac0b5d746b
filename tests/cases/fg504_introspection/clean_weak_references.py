import weakref

import torch
from torch import nn


class Holder:
    pass


class Model(nn.Module):
    def __init__(self):
        super().__init__()
        self.holder = Holder()

    def forward(self, x):
        ref = weakref.ref(self)
        self.holder.last = ("forward", weakref.ref(self.holder))
        return x + 1 if ref() is None else x * 2


def make():
    return Model()


def inputs():
    return [(torch.randn(2, 4, 8),), (torch.randn(2, 4, 8),)]
