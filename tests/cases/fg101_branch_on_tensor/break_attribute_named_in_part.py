import sys

import torch
from torch import nn


class Kept(nn.Module):
    def __init__(self):
        super().__init__()
        self.groups = [len(part) for part in sys.version.split(".", 1)[:1]]
        for group in self.groups:
            self.register_buffer("kept_%d" % group, torch.tensor(True))

    def forward(self, x):
        for group in self.groups:
            if getattr(self, f"kept_{group}"):  # break: FG101
                x = x + 1
        return x


class Scaled(nn.Module):
    def __init__(self):
        super().__init__()
        self.groups = [len(part) for part in sys.version.split(".", 1)[:1]]
        for group in self.groups:
            setattr(self, f"scale_{group}", torch.ones(()))

    def forward(self, x):
        for group in self.groups:
            scale = getattr(self, f"scale_{group}")
            if scale > 0:  # break: FG101
                x = x * scale
        return x


class Model(nn.Module):
    def __init__(self):
        super().__init__()
        self.ways = nn.ModuleList([Kept(), Scaled()])

    def forward(self, way, x):
        return self.ways[way](x)


def make():
    return Model()


def inputs():
    return [(way, torch.ones(2, 4)) for way in range(2)]
