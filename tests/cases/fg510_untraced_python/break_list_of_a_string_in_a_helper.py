"""The list is changed by a function that is called."""

import torch
from torch import nn


def upper(text):
    parts = text.split(",")
    parts[0] = parts[0].upper()  # break: FG510 (before 2.14)
    return ",".join(parts)


class Model(nn.Module):
    def forward(self, x):
        x = x + 1
        return x * len(upper("a,b"))


def make():
    return Model()


def inputs():
    return [(torch.ones(2, 4),)]
