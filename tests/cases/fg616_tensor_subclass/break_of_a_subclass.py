# only: torch>=2.11
"""A tensor of a subclass, whose class is set anew."""

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
        self.made(x)
        return self.given(signal)

    def made(self, x: torch.Tensor):
        y = x.as_subclass(Signal) * 2
        return y.as_subclass(Signal)  # break: FG616

    def given(self, signal: Signal):
        return (signal * 2).as_subclass(Signal)  # break: FG616


def make():
    return Model()


def inputs():
    return [(torch.rand(3, 4), torch.rand(3, 4).as_subclass(Signal))]
