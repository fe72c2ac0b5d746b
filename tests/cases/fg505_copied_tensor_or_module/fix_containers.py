# fix: unsafe
import copy
from copy import copy as shallow

import torch
from torch import nn


class Model(nn.Module):
    def __init__(self):
        super().__init__()
        self.layer = nn.Linear(4, 4)
        self.options = {"scale": 2.0}
        self.order = [0, 1]

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        x = self.layer(x)
        options = copy.copy(self.options)  # break: FG505
        options["scale"] = 3.0
        order = shallow(self.order)  # break: FG505
        order.append(2)
        return x * options["scale"] * len(order) * self.options["scale"]


def make():
    return Model()


def inputs():
    return [(torch.ones(2, 4),), (torch.randn(2, 4),)]
