import numpy as np
import torch
from torch import nn


class View(nn.Module):
    def forward(self, x, lengths):
        return x.view(x.shape[0], lengths.max()) + 1  # break: FG206


class Tuple(nn.Module):
    def forward(self, x, lengths):
        return x.reshape((2, x.shape[0], lengths.min())) + 1  # break: FG206


class Product(nn.Module):
    def forward(self, x, lengths):
        return x.reshape(x.shape[0], np.prod([2, 2])) + lengths  # break: FG206


class Function(nn.Module):
    def forward(self, x, lengths):
        return torch.reshape(x, shape=(x.shape[0], lengths.max())) + 1  # break: FG206


class Left(nn.Module):
    def forward(self, x, lengths):
        x = x.view(-1, lengths.max()) + 1  # break[default]: FG206
        return x.view(lengths.min(), lengths.min(), -1) + 1  # break[default]: FG206


class Model(nn.Module):
    def __init__(self):
        super().__init__()
        self.ways = nn.ModuleList([View(), Tuple(), Product(), Function(), Left()])

    def forward(self, way, x, lengths):
        return self.ways[way](x, lengths)


def make():
    return Model()


def inputs():
    return [(way, torch.randn(4, 4), torch.tensor([4, 2, 4, 2])) for way in range(5)]
