"""Sizes, ends and steps that depend on data, where operators take symbols."""

import torch
from torch import nn


class Model(nn.Module):
    def forward(self, x: torch.Tensor, groups: torch.Tensor) -> torch.Tensor:
        self.zeros(x, groups)
        self.ends(x, groups)
        self.order(x, groups)
        self.repeated(x, groups)
        self.first(x, groups)
        self.later(x, groups)
        self.narrowed(x, groups)
        self.expanded(x, groups)
        self.scaled(x, groups)
        self.mean(x, groups)
        self.eye(x, groups)
        return x

    def zeros(self, x: torch.Tensor, groups: torch.Tensor):
        count = x[groups > 0].shape[0]  # break[default]: FG302
        return torch.zeros(count)

    def ends(self, x: torch.Tensor, groups: torch.Tensor):
        count = x[groups > 0].shape[0]  # break[default]: FG302
        return torch.arange(count)

    def order(self, x: torch.Tensor, groups: torch.Tensor):
        count = x[groups > 0].shape[0]  # break[default]: FG302
        return torch.randperm(count)

    def repeated(self, x: torch.Tensor, groups: torch.Tensor):
        count = x[groups > 0].shape[0]  # break[default]: FG302
        return x.repeat(count, 1)

    def first(self, x: torch.Tensor, groups: torch.Tensor):
        count = x[groups > 0].shape[0]  # break[default]: FG302
        return x[:count]

    def later(self, x: torch.Tensor, groups: torch.Tensor):
        count = x[groups > 0].shape[0]  # break[default]: FG302
        return x[count:]

    def narrowed(self, x: torch.Tensor, groups: torch.Tensor):
        count = x[groups > 0].shape[0]  # break[default]: FG302
        return x.narrow(0, 0, count)

    def expanded(self, x: torch.Tensor, groups: torch.Tensor):
        count = x[groups > 0].shape[0]  # break[default]: FG302
        return x.expand(count, 6, 4)

    def scaled(self, x: torch.Tensor, groups: torch.Tensor):
        count = x[groups > 0].shape[0]  # break[default]: FG302
        return x / count

    def mean(self, x: torch.Tensor, groups: torch.Tensor):
        count = x[groups > 0].shape[0]  # break[default]: FG302
        return x.sum() / max(count, 1)

    def eye(self, x: torch.Tensor, groups: torch.Tensor):
        count = x[groups > 0].shape[0]  # break[default]: FG302
        return torch.eye(count)


def make():
    return Model()


def inputs():
    return [(torch.rand(6, 4), torch.tensor([0, 1, 1, 0, 2, 1]))]
