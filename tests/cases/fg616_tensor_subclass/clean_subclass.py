"""From a plain tensor to one of a subclass, and what is computed of it."""

import torch
from torch import nn


class Signal(torch.Tensor):
    @property
    def rows(self):
        return self.shape[0]

    def is_loud(self):
        return self.sum() > 1


class Model(nn.Module):
    def forward(self, x: torch.Tensor, signal: Signal) -> torch.Tensor:
        y = x.as_subclass(Signal)
        if y.rows < 5 and signal.rows < 5 and isinstance(y, Signal):
            y = (y * 2 - 1) / 2 + 2 * y % 3 + (x - y).pow(2)
        return torch.Tensor.as_subclass(x, Signal) + y + signal.reshape(-1)[0]


def make():
    return Model()


def inputs():
    return [(torch.rand(3, 4), torch.rand(3, 4).as_subclass(Signal))]
