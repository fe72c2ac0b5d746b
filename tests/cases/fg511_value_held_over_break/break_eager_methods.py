"""What stands behind the first break of a function that is not compiled by itself, because it meets no tensor."""

import torch
from torch import nn


class Evaluator:
    def __init__(self, scores: torch.Tensor):
        self.scores = scores

    def total(self):
        return self.scores.sum().item()  # break[default]: FG201

    def twice(self):
        total = self.scores.sum().item()  # break[default]: FG201
        greatest = self.scores.max().item()
        return total + greatest

    def of_others(self):
        total = self.total()
        least = self.scores.min().item()
        return total + least

    def printed(self, digits: int = 3, name: str = "scores"):
        print(name, digits)  # break: FG401
        return self.scores.norm().item()

    def by_torch(self):
        total = torch.sum(self.scores).item()  # break[default]: FG201
        greatest = self.scores.max().item()  # break[default]: FG201
        return total + greatest


    def by_an_import(self):
        import torch

        total = self.scores.sum().item()  # break[default]: FG201
        greatest = torch.max(self.scores).item()  # break[default]: FG201
        return total + greatest


class Model(nn.Module):
    def __init__(self):
        super().__init__()
        self.evaluator = Evaluator(torch.ones(4))

    def forward(self, x: torch.Tensor):
        return x + self.one() + self.two() + self.three() + self.four() + self.five()

    def one(self):
        return self.evaluator.twice()

    def two(self):
        return self.evaluator.of_others()

    def three(self):
        return self.evaluator.printed()

    def four(self):
        return self.evaluator.by_torch()

    def five(self):
        return self.evaluator.by_an_import()


def make():
    return Model()


def inputs():
    return [(torch.rand(2, 4),)]
