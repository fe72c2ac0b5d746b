"""Generator expressions in which the graph breaks, by what they go over and what takes them."""

import torch
from torch import nn


def mean(values):
    values = iter(values)
    total, count = next(values), 1
    for value in values:
        total, count = total + value, count + 1
    return total / count


class Model(nn.Module):
    def forward(self, x: torch.Tensor) -> torch.Tensor:
        self.summed(x)
        self.asked(x)
        self.asked_of_all(x)
        self.to_a_dictionary(x)
        self.given_to_a_function(x)
        self.of_rows(x)
        self.side_by_side(x)
        self.counted(x)
        self.later(x)
        return x + 1

    def loss(self, x: torch.Tensor):
        return x.sum().item()  # break[default]: FG201

    def summed(self, x: torch.Tensor):
        return x * sum(self.loss(y) for y in [x, x])  # break[default]: FG511

    def asked(self, x: torch.Tensor):
        return x + 1 if any(self.loss(y) is None for y in [x, x]) else x  # break[default]: FG511

    def asked_of_all(self, x: torch.Tensor):
        return x + 1 if all(self.loss(y) is not None for y in (x, x)) else x  # break[default]: FG511

    def to_a_dictionary(self, x: torch.Tensor):
        return dict((name, self.loss(y)) for name, y in [("a", x), ("b", x)])  # break[default]: FG511

    def given_to_a_function(self, x: torch.Tensor):
        return x * mean(self.loss(y) for y in [x, x])  # break[default]: FG511

    def of_rows(self, x: torch.Tensor):
        return x * sum(self.loss(row) for row in x)  # break[default]: FG511

    def side_by_side(self, x: torch.Tensor):
        return x * mean(self.loss(a - b) for a, b in zip(x, x))  # break[default]: FG511

    def counted(self, x: torch.Tensor):
        return x * sum(self.loss(row) * i for i, row in enumerate(x))  # break[default]: FG511

    def later(self, x: torch.Tensor):
        x = x * sum(self.loss(y) for y in [x, x])  # break[default]: FG511
        return x * x.max().item()


def make():
    return Model()


def inputs():
    return [(torch.rand(2, 4),)]
