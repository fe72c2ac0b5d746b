"""Tensors as the order of dimensions, one by one or unpacked."""

import torch
from torch import nn


class Model(nn.Module):
    def forward(self, x: torch.Tensor, order: torch.Tensor) -> torch.Tensor:
        self.unpacked(x, order)
        self.turned(x)
        return self.joined(x)

    def unpacked(self, x: torch.Tensor, order: torch.Tensor):
        return x.permute(*order)  # break: FG206

    def turned(self, x: torch.Tensor):
        order = torch.argsort(torch.tensor([2, 0, 1]))
        return x.permute(*order)  # break: FG206

    def joined(self, x: torch.Tensor):
        order = torch.cat((torch.tensor([1, 0]), torch.arange(2, x.ndim)))
        return x.permute(*order).contiguous()  # break: FG206


def make():
    return Model()


def inputs():
    return [(torch.rand(3, 4, 2), torch.tensor([2, 0, 1]))]
