"""The product of sizes, as a tensor, is no number that TorchDynamo knows."""

import torch
from torch import nn


class Model(nn.Module):
    def forward(self, x: torch.Tensor, groups: torch.Tensor) -> torch.Tensor:
        self.product(x, groups)
        self.method(x, groups)
        return x

    def product(self, x: torch.Tensor, groups: torch.Tensor):
        count = torch.prod(torch.tensor(list(x.shape)))
        return torch.arange(start=0, end=count)  # break[default]: FG206

    def method(self, x: torch.Tensor, groups: torch.Tensor):
        count = torch.tensor(tuple(x.shape)).prod()
        return torch.arange(count)  # break[default]: FG206


def make():
    return Model()


def inputs():
    return [(torch.rand(6, 4), torch.tensor([0, 1, 1, 0, 2, 1]))]
