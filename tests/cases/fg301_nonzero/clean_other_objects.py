import torch
from torch import nn


class Counter:
    def __init__(self, values):
        self.values = values

    def nonzero(self):
        return [value for value in self.values if value]

    def where(self, condition):
        return len(self.values) if condition else 0


class Model(nn.Module):
    def forward(self, x):
        counter = Counter([1, 0, 2])
        return x * len(counter.nonzero()) + counter.where(x.shape[0] > 1)


def make():
    return Model()


def inputs():
    return [(torch.ones(2),)]
