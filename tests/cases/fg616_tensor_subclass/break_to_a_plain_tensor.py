"""A tensor of a subclass, or a plain one, made a plain one."""

import torch
from torch import nn


class Signal(torch.Tensor):
    @property
    def rows(self):
        return self.shape[0]

    def is_loud(self):
        return self.sum() > 1


class Model(nn.Module):
    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return self.back(x) + self.plain(x)

    def back(self, x: torch.Tensor):
        y = x.as_subclass(Signal) * 2
        return y.as_subclass(torch.Tensor)  # break: FG616

    def plain(self, x: torch.Tensor):
        return torch.Tensor.as_subclass(x, torch.Tensor)  # break: FG616


def make():
    return Model()


def inputs():
    return [(torch.rand(3, 4),)]
