"""Parameters that are sparse because something further down takes them for sparse tensors."""

import torch
from torch import nn


class Layer(nn.Module):
    def __init__(self):
        super().__init__()
        self.weight = nn.Parameter(torch.ones(4, 4))

    def forward(self, x, adjacency):
        support = x @ self.weight
        return torch.spmm(adjacency, support)  # break: FG613


class Layers(nn.Module):
    def __init__(self):
        super().__init__()
        self.first, self.second = Layer(), Layer()

    def forward(self, x, adjacency):
        x = torch.relu(self.first(x, adjacency))  # break: FG613
        return self.second(x, adjacency)


class Sizes(nn.Module):
    def __init__(self):
        super().__init__()
        self.layer = Layer()

    def forward(self, x, adjacency):
        nodes = adjacency.shape[0]  # break: FG613
        return self.layer(x, adjacency) * nodes


class InLoop(nn.Module):
    def __init__(self):
        super().__init__()
        self.layers = nn.ModuleList([Layer(), Layer()])

    def forward(self, x, adjacency):
        for layer in self.layers:
            x = layer(x, adjacency)
        return x


class Dense(nn.Module):
    def forward(self, x, adjacency):
        degree = adjacency.to_dense().sum(1)  # break: FG613
        return self.scaled(x, adjacency) / degree[:, None]

    def scaled(self, x, adjacency):
        adjacency = adjacency.coalesce()  # break: FG613
        return x[adjacency.indices()[0]] * adjacency.values()[:, None]


class Either(nn.Module):
    def forward(self, x, adjacency):
        mixing = torch.eye(3, device=x.device)
        return self.mixed(x, mixing)

    def mixed(self, x, mixing):
        return torch.sparse.mm(mixing, x) if mixing.is_sparse else mixing @ x


class Model(nn.Module):
    def __init__(self):
        super().__init__()
        self.ways = nn.ModuleList([Layers(), Sizes(), InLoop(), Dense(), Either()])

    def forward(self, x, adjacency, way: int):
        return self.ways[way](x, adjacency)  # break: FG613


def make():
    return Model()


def inputs():
    return [(torch.ones(3, 4), torch.eye(3).to_sparse(), way) for way in range(5)]
