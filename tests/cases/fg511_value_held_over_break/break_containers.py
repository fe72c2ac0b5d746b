"""Containers, before torch 2.13; not in loops, which are left to eager."""

import torch
from torch import nn


class Model(nn.Module):
    def __init__(self):
        super().__init__()
        self.kept = [1]

    def forward(self, x: torch.Tensor, mask: torch.Tensor) -> torch.Tensor:
        self.one(x, mask)
        self.two(x, mask)
        self.three(x, mask)
        self.four(x, mask)
        self.five(x, mask)
        self.six(x, mask)
        self.eight(x, mask)
        return x + 1

    def rows(self, mask: torch.Tensor):
        return mask.view(-1).nonzero().view(-1)  # break[default]: FG301

    def number(self, x: torch.Tensor):
        return float(x.sum())  # break[default]: FG202

    def one(self, x: torch.Tensor, mask: torch.Tensor):
        found = []
        found.append(self.rows(mask))  # break[default]: FG511 (before 2.13)
        return found[0] + 1

    def two(self, x: torch.Tensor, mask: torch.Tensor):
        found = []
        found.append(self.number(x))  # break[default]: FG511 (before 2.13)
        return x * found[0]

    def three(self, x: torch.Tensor, mask: torch.Tensor):
        found = []
        found.extend([self.rows(mask)])  # break[default]: FG511 (before 2.13)
        return found[0] + 1

    def four(self, x: torch.Tensor, mask: torch.Tensor):
        found = {}
        found.update(a=self.rows(mask))  # break[default]: FG511 (before 2.13)
        return found["a"] + 1

    def five(self, x: torch.Tensor, mask: torch.Tensor):
        found = {}
        found.setdefault("a", self.rows(mask))  # break[default]: FG511 (before 2.13)
        return found["a"] + 1

    def six(self, x: torch.Tensor, mask: torch.Tensor):
        found = []
        for k in range(2):
            found.append(self.rows(mask) + k)
        return found[0] + 1

    def eight(self, x: torch.Tensor, mask: torch.Tensor):
        self.kept.append(self.rows(mask))  # break[default]: FG511 (before 2.13)
        return x + 1


def make():
    return Model()


def inputs():
    return [(torch.rand(3, 4), torch.tensor([True, False, True]))]
