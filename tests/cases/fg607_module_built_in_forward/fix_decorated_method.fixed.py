# fix: safe
"""Methods under torch's contexts, of objects that are made in the graph."""

import torch
from torch import nn


class Matcher(nn.Module):
    def __init__(self, cost):
        super().__init__()
        self.cost = cost

    # Needs no gradients.
    def forward(self, x):
        """Match.

        More about it.
        """

        with torch.no_grad():
            # Twice
            y = x * self.cost
            text = """
  kept
"""
            return y if text else x  # the end


class Loss(nn.Module):
    def __init__(self, matcher):
        super().__init__()
        self.matcher = matcher

    def forward(self, x):
        return self.matcher(x) + 1  # break: FG607 (before 2.15)


class Product(nn.Module):
    def forward(self, x):
        with torch.autocast("cpu", dtype=torch.bfloat16):
            return x @ x.transpose(-1, -2)


def first(x):
    return Loss(Matcher(2))(x)


def second(x):
    return Product()(x) + x.mean()  # break: FG607


class Model(nn.Module):
    def forward(self, x):
        x = x + 1
        return first(x) if x.shape[0] == 2 else second(x)


def make():
    return Model()


def inputs():
    return [(torch.ones(2, 4),), (torch.ones(3, 4),)]
