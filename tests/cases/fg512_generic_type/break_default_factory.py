from dataclasses import dataclass, field

import torch
from torch import nn

Tensors = list[torch.Tensor]


@dataclass
class State:
    found: Tensors = field(default_factory=Tensors)


@dataclass
class Table:
    names: list[str] = field(default_factory=list[str])


@dataclass
class Plain:
    found: Tensors = field(default_factory=list)


class Kept(nn.Module):
    def forward(self, x):
        state = State()  # break: FG512
        state.found.append(x)
        return state.found[0] + 1


class Named(nn.Module):
    def forward(self, x):
        return x + len(Table().names)  # break: FG512


class Given(nn.Module):
    def forward(self, x):
        plain = Plain()
        plain.found.append(x)
        return State(found=[x]).found[0] + plain.found[0] + len(Table(["a"]).names)


class Model(nn.Module):
    def __init__(self):
        super().__init__()
        self.ways = nn.ModuleList([Kept(), Named(), Given()])

    def forward(self, way, x):
        return self.ways[way](x)


def make():
    return Model()


def inputs():
    return [(way, torch.ones(3)) for way in range(3)]
