"""Handles of hooks of modules, which are used behind the break that registering the hook is."""

from dataclasses import dataclass

import torch
from torch import nn


def doubled(module, inputs, output):
    return output * 2


@dataclass
class Handle:
    hook: object
    level: int


class Hooked(nn.Module):
    def __init__(self):
        super().__init__()
        self.layer = nn.Linear(3, 3)
        self.handle = None


class Removed(Hooked):
    def forward(self, x):
        handle = self.layer.register_forward_hook(doubled)  # break: FG603
        x = self.layer(x)
        handle.remove()  # break: FG603
        return x


class Wrapped(Hooked):
    def forward(self, x):
        handle = self.layer.register_forward_hook(doubled)  # break: FG603
        kept = Handle(handle, 1)  # break: FG603
        x = self.layer(x) * kept.level
        kept.hook.remove()
        return x


class Kept(Hooked):
    def forward(self, x):
        handle = self.layer.register_forward_hook(doubled)  # break: FG603
        x = self.layer(x)
        self.handle = handle  # break: FG603
        return x


class KeptAtOnce(Hooked):
    def forward(self, x):
        self.handle = self.layer.register_forward_hook(doubled)  # break: FG603
        x = self.layer(x)
        self.handle.remove()
        return x


class OfConstructor(Hooked):
    def __init__(self):
        super().__init__()
        self.handle = self.layer.register_forward_hook(doubled)

    def forward(self, x):
        x = self.layer(x)
        self.handle.remove()  # break: FG603
        return x


class Model(nn.Module):
    def __init__(self):
        super().__init__()
        self.ways = nn.ModuleList([Removed(), Wrapped(), Kept(), KeptAtOnce(), OfConstructor()])

    def forward(self, x, way):
        return self.ways[way](x)


def make():
    return Model()


def inputs():
    return [(torch.ones(3), way) for way in range(5)]
