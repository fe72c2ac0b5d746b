# only: torch<2.13
from typing import Dict, List, NewType, Optional, Union, cast

import torch
from torch import nn

Index = NewType("Index", int)
Tensors = list[torch.Tensor]


class Absent(nn.Module):
    def forward(self, x):
        xs = cast(Optional[Tensors], [x])  # fails: FG512
        return xs[0] + 1


class Either(nn.Module):
    def forward(self, x):
        xs = cast(Union[Tensors, torch.Tensor], [x])  # fails: FG512
        return xs[0] + 1


class Table(nn.Module):
    def forward(self, x):
        xs = cast(Dict[str, Tensors], {"a": [x]})  # fails: FG512
        return xs["a"][0] + 1


class Indices(nn.Module):
    def forward(self, x):
        return x[cast(List[Index], [0, 1])] + 1  # fails: FG512


class Model(nn.Module):
    def __init__(self):
        super().__init__()
        self.ways = nn.ModuleList([Absent(), Either(), Table(), Indices()])

    def forward(self, way, x):
        return self.ways[way](x)


def make():
    return Model()


def inputs():
    return [(way, torch.ones(3)) for way in range(4)]
