"""A function that holds a sparse tensor cannot go on behind a break in what it calls."""

import torch
from torch import nn


def sparse(x):
    return x.to_sparse()  # break: FG613


def noisy(x):
    print("x")  # break: FG401
    return x + 1


class Later(nn.Module):
    def forward(self, x):
        weights = sparse(x)
        y = x * 2
        y = noisy(y)  # break: FG613
        return torch.sparse.mm(weights, y)


class Two(nn.Module):
    def forward(self, x):
        left = sparse(x)
        right = sparse(x + 1)  # break: FG613
        return torch.sparse.mm(left, x) + torch.sparse.mm(right, x)


class Printing(nn.Module):
    def forward(self, x):
        weights = sparse(x)
        y = x * 2
        print("y")  # break: FG401, FG613
        return torch.sparse.mm(weights, y)


class Dropped(nn.Module):
    def forward(self, x):
        weights = sparse(x)
        y = x * 2
        y = noisy(y)
        return y + 1


class Held(nn.Module):
    def __init__(self):
        super().__init__()
        self.register_buffer("adjacency", torch.eye(3).to_sparse())

    def mix(self, weights, x):
        y = x + 1
        return torch.sparse.mm(weights, y)  # break: FG613

    def forward(self, x):
        weights = self.adjacency  # break: FG613
        y = x * 2
        y = self.mix(weights, y)
        return y + 1


class Passed(nn.Module):
    def mix(self, weights, x):
        y = x + 1
        return weights @ y  # break: FG613

    def forward(self, x):
        return self.mix(sparse(x), x)  # break: FG613


class Model(nn.Module):
    def __init__(self):
        super().__init__()
        self.ways = nn.ModuleList([Later(), Two(), Printing(), Dropped(), Held(), Passed()])

    def forward(self, x, way):
        return self.ways[way](x)


def make():
    return Model()


def inputs():
    return [(torch.eye(3), way) for way in range(6)]
