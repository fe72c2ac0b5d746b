"""Each function that is given a sparse tensor breaks where it first uses it, and what calls it at the call."""

import torch
from torch import nn


def sparse(x):
    return x.to_sparse()  # break: FG613


def rows(x, weights):
    count = len(weights.shape)  # break: FG613
    return weights.to_dense() + x * count


def product(weights, x):
    x = x + 1
    return torch.sparse.mm(weights, x)  # break: FG613


def outer(weights, x):
    x = x * 2
    return product(weights, x)  # break: FG613


class Used(nn.Module):
    def forward(self, x):
        weights = sparse(x)
        y = x * 2
        y = rows(y, weights)  # break: FG613
        return y + 1


class Twice(nn.Module):
    def forward(self, x):
        weights = sparse(x)
        y = x * 2
        y = outer(weights, y)  # break: FG613
        y = outer(weights, y)
        return y + 1


class Named(nn.Module):
    def forward(self, x):
        weights = sparse(x)
        held = weights
        y = x + 1
        count = held.shape[0]  # break: FG613
        return y * count


class Kept(nn.Module):
    def forward(self, x):
        weights = sparse(x)
        y = x + 1
        self.weights = weights  # break: FG613
        return y * 2


class Asked(nn.Module):
    def forward(self, x):
        weights = sparse(x)
        y = x + 1
        if weights is None:  # break: FG613
            return y
        return y * 2


class Returned(nn.Module):
    def made(self, x):
        weights = x.to_sparse()  # break: FG613
        x = x + 1
        return weights  # break: FG613

    def forward(self, x):
        x = x + 1
        self.made(x)
        return x * 2


class Unused(nn.Module):
    def shifted(self, weights, x):
        return x + 1

    def forward(self, x):
        weights = sparse(x)
        x = x + 1
        x = self.shifted(weights, x)
        return x * 2


class Model(nn.Module):
    def __init__(self):
        super().__init__()
        self.ways = nn.ModuleList([Used(), Twice(), Named(), Kept(), Asked(), Returned(), Unused()])

    def forward(self, x, way):
        return self.ways[way](x)


def make():
    return Model()


def inputs():
    return [(torch.eye(3), way) for way in range(7)]
