"""Counters that do not recompile, or only once."""

import torch
from torch import nn


class Base(nn.Module):
    def __init__(self) -> None:
        super().__init__()
        self.layers = 0
        self.eager_calls = 0
        self.written = 0
        self.unread = 0
        self.ratio = 0.5
        self.turn = 0
        self.register_buffer("calls", torch.zeros(()))
        self._add(2)
        self._add(3)

    def _add(self, count: int) -> None:
        self.layers += 1

    def count_unread(self) -> None:
        self.unread += 1


class Counters(Base):
    def forward(self, x: torch.Tensor) -> torch.Tensor:
        if not torch.compiler.is_compiling():
            self.eager_calls += 1
        self.written = 0
        for _ in range(3):
            self.written += 1
        self.calls = self.calls + 1
        self.ratio += 0.5
        self.turn = (self.turn + 1) % 1
        return x * self.layers + self.written + self.calls + self.ratio + self.eager_calls * 0


def make():
    return Counters()


def inputs():
    return [(torch.ones(3),)]
