"""Methods and properties of a subclass of tensors."""

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
        self.method(x)
        self.computed(signal)
        self.compared(signal, x.sum())
        return x + 1

    def method(self, x: torch.Tensor):
        y = x.as_subclass(Signal)
        if y.is_loud():  # break: FG101
            return 1
        return 2

    def computed(self, signal: Signal):
        if (signal * 2).is_loud():  # break: FG101
            return 1
        return 2

    def compared(self, signal: Signal, limit: torch.Tensor):
        if signal.rows < limit:  # break: FG101
            return 1
        return 2


def make():
    return Model()


def inputs():
    return [(torch.rand(3, 4), torch.rand(3, 4).as_subclass(Signal))]
