import copy

import torch
from torch import nn


class Cached(nn.Module):
    def __init__(self):
        super().__init__()
        self.layer = nn.Linear(4, 4)
        self.options = {"scale": 2.0}
        self.order = [0, 1]

    def attend(self, x, **kwargs):
        kwargs = copy.copy(kwargs)  # break: FG505
        kwargs["scale"] = 3.0
        return x * kwargs["scale"]

    def forward(self, x):
        x = self.layer(x)
        options = copy.copy(self.options)  # break: FG505
        order = copy.copy(self.order)  # break: FG505
        order.append(2)
        outputs = copy.copy([x])  # break: FG505
        x = outputs[0] * options["scale"] * len(order)
        return self.attend(x, scale=1.0)


def make():
    return Cached()


def inputs():
    return [(torch.ones(2, 4),)]
