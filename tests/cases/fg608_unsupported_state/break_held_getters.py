from operator import attrgetter, itemgetter, methodcaller

import torch
from torch import nn

first = itemgetter("first")


class Model(nn.Module):
    def __init__(self):
        super().__init__()
        self.layer = nn.Linear(4, 4)
        self.weight = attrgetter("layer.weight")
        self.total = methodcaller("sum", 0)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        y = first({"first": x})  # break: FG608
        y = y @ self.weight(self)  # break: FG608
        return y + self.total(x)  # break: FG608


def make():
    return Model()


def inputs():
    return [(torch.randn(2, 4),)]
