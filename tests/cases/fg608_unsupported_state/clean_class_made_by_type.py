"""Classes by ``type()``: made before, or made and not called."""

import torch
from torch import nn

Before = type("Before", (), {"size": 2})


class Model(nn.Module):
    def forward(self, x):
        made = type("Made", (list,), {"size": 3})
        return x + Before().size + made.size + (1 if isinstance(x, made) else 2)


def make():
    return torch.compile(Model())


def inputs():
    return [(torch.ones(3),), (torch.zeros(3),)]
