"""Operators on tensors of a subclass."""

import torch
from torch import nn


class Signal(torch.Tensor):
    pass


class Model(nn.Module):
    def forward(self, x: torch.Tensor, signal: Signal) -> torch.Tensor:
        self.power(signal)
        self.base(signal)
        self.difference(signal)
        self.share(signal)
        self.floor(signal)
        self.remainder(signal)
        self.made(x)
        return x + 1

    def power(self, signal: Signal):
        return signal**2  # break: FG616

    def base(self, signal: Signal):
        return 2**signal  # break: FG616

    def difference(self, signal: Signal):
        return 1 - signal * 2  # break: FG616

    def share(self, signal: Signal):
        return 1 / signal  # break: FG616

    def floor(self, signal: Signal):
        return signal // 2  # break: FG616

    def remainder(self, signal: Signal):
        return 2 % signal  # break: FG616

    def made(self, x: torch.Tensor):
        y = (x * 2).as_subclass(Signal)
        return y**2  # break: FG616


def make():
    return Model()


def inputs():
    return [(torch.rand(3, 4), (torch.rand(3, 4) + 1).as_subclass(Signal))]
