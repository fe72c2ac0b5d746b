"""min and max with a key, of items or by a key that are no constants."""

import operator

import torch
from torch import nn


class Part:
    def __init__(self, width):
        self.width = width


def doubled(number):
    return 2 * number


class Model(nn.Module):
    def __init__(self):
        super().__init__()
        self.parts = [Part(1), Part(2)]
        self.layers = nn.ModuleList([nn.Linear(4, 4), nn.Linear(4, 4)])
        self.widths = {"a": 1, "b": 2}
        self.scale = 2

    def score(self, index):
        return index * self.scale

    def of_objects(self, x):
        return x * max(self.parts, key=lambda part: part.width).width  # break: FG510 (before 2.14)

    def of_tensors(self, x):
        return x + min([x, x + 1], key=lambda part: part.dim())  # break: FG103 (before 2.14)

    def of_modules(self, x):
        return max(self.layers, key=lambda layer: layer.in_features)(x)  # break: FG510 (before 2.14)

    def of_entries(self, x):
        return x * max(self.widths.items(), key=operator.itemgetter(1))[1]  # break: FG510 (before 2.14)

    def by_self(self, x):
        return x * max(range(2), key=lambda index: index * self.scale)  # break: FG510 (before 2.14)

    def by_method(self, x):
        return x * max(range(2), key=self.score)  # break: FG510 (before 2.14)

    def by_tensor(self, x):
        return x * max((0, 1), key=lambda axis: x.shape[axis])  # break: FG510 (before 2.14)

    def by_function(self, x):
        return x * max([1, 2], key=lambda number: -number) * max([1, 2], key=doubled)  # break: FG510 (before 2.11)

    def of_constants(self, x):
        return x * max([-2, 1], key=abs) * max(self.widths, key=self.widths.get).count("b") * len(max("a", "bb", key=len))

    def forward(self, x):
        x = self.of_objects(x) + self.of_tensors(x) + self.of_modules(x) + self.of_entries(x)
        return x + self.by_self(x) + self.by_method(x) + self.by_tensor(x) + self.by_function(x) + self.of_constants(x)


def make():
    return Model()


def inputs():
    return [(torch.ones(2, 4),)]
