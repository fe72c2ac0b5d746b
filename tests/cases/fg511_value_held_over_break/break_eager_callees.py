"""What code left to eager calls: compiled by itself where an argument is a tensor, or the function names torch."""

import torch
from torch import nn


def lowest(values: torch.Tensor):
    return values.min().item()  # break[default]: FG201


class Evaluator:
    def evaluate(self, x: torch.Tensor):
        self.scores = x * x.sum().item()  # break[default]: FG201

    def total(self):
        return self.scores.sum().item()

    def least(self):
        return lowest(self.scores)

    def mean(self, scale: torch.Tensor):
        return (self.scores * scale).mean().item()  # break[default]: FG201

    def greatest(self):
        return torch.max(self.scores).item()  # break[default]: FG201

    @property
    def size(self):
        return self.scores.norm().item()


class Model(nn.Module):
    def forward(self, x: torch.Tensor):
        evaluator = Evaluator()
        evaluator.evaluate(x)  # break[default]: FG511
        parts = evaluator.total(), evaluator.least(), evaluator.mean(x), evaluator.greatest(), evaluator.size
        return x + sum(parts)


def make():
    return Model()


def inputs():
    return [(torch.rand(2, 4),)]
