"""del of an item, and pop in a loop."""

import torch
from torch import nn


def dropped(text):
    parts = text.split(",")
    del parts[0]  # break: FG510 (before 2.14)
    return parts


def popped(text):
    parts = text.split(",")
    for place in (1, 0):
        parts.pop(place)  # break: FG510 (before 2.14)
    return parts


class Model(nn.Module):
    def forward(self, x):
        x = x + 1
        x = x * len(dropped("a,b"))
        return x + len(popped("a,b"))


def make():
    return Model()


def inputs():
    return [(torch.ones(2, 4),)]
