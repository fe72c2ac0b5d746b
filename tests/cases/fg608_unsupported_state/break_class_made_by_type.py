"""Objects of a class that compiled code makes by ``type()``."""

import torch
from torch import nn


class Named(nn.Module):
    def forward(self, x):
        kind = type("Kind", (), {"size": 2})
        return x + kind().size  # break: FG608


class Listed(nn.Module):
    def forward(self, x):
        items = type("Items", (list,), {"own": True})()  # break: FG608
        return x + len(items)


class Returned(nn.Module):
    def forward(self, x):
        return x + len(own(list)())  # break: FG608


def own(kind):
    return type("own_" + kind.__name__, (kind,), {})


class Model(nn.Module):
    def __init__(self):
        super().__init__()
        self.ways = nn.ModuleList([way() for way in (Named, Listed, Returned)])

    def forward(self, x, way: int):
        return self.ways[way](x)


def make():
    return torch.compile(Model())


def inputs():
    return [(torch.ones(3), way) for way in range(3)]
