import torch
from torch import nn


class Missing(ValueError):
    pass


def find(table, name):
    if name not in table:
        raise Missing(name)
    return table[name]


class Model(nn.Module):
    def __init__(self):
        super().__init__()
        self.table = {"a": 1}

    def missing_key(self, y):
        try:
            y = y * self.table["b"]
        except KeyError:
            if y.sum() > 0:  # break: FG101
                y = y + 1
        return y

    def behind_the_end(self, y):
        try:
            y = y * (1, 2)[3]
        except (TypeError, IndexError):
            if y.mean() > 0:  # break: FG101
                y = y * 2
        return y

    def no_attribute(self, y):
        try:
            y = y * self.factor
        except AttributeError:
            if y.std() > 0:  # break: FG101
                y = y * 2
        return y

    def raised_in_a_call(self, y):
        try:
            y = y * find(self.table, "b")
        except ValueError as error:
            if y.max() > 0:  # break: FG101
                y = y * 3
        return y

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        y = self.missing_key(x + 1)
        y = self.behind_the_end(y)
        y = self.no_attribute(y)
        return self.raised_in_a_call(y)


def make():
    return Model()


def inputs():
    return [(torch.randn(2, 4),)]
