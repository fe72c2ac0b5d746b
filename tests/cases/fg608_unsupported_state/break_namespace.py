import types

import torch
from torch import nn

SHARED = types.SimpleNamespace(factor=1)


def scaled(self, x):
    return x * 2


class Model(nn.Module):
    def forward(self, x):
        x = x + 1
        SHARED.factor = 2  # break: FG608 (before 2.15)
        state = types.SimpleNamespace(hidden=x)  # break: FG608 (before 2.15)
        bound = types.MethodType(scaled, self)  # break: FG608
        return bound(x) * SHARED.factor + state.hidden


def make():
    return Model()


def inputs():
    return [(torch.ones(2, 4),)]
