"""Lists that are as long at the next call as at this one."""

import torch
from torch import nn


class Buffer:
    def __init__(self) -> None:
        self.parts = []

    def add(self, part: torch.Tensor) -> None:
        self.parts.append(part)


class Lists(nn.Module):
    def __init__(self) -> None:
        super().__init__()
        self.fresh = []
        self.cleared = []
        self.window = [torch.zeros(3), torch.zeros(3)]
        self.limited = []
        self.eager = []

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        self.fresh = []
        self.fresh.append(x)
        self.cleared.append(x)
        total = sum(self.cleared)
        self.cleared.clear()
        self.window.append(x * 2)
        self.window.pop(0)
        if len(self.limited) < 1:
            self.limited.append(x * 3)
        if not torch.compiler.is_compiling():
            self.eager.append(x)
        buffer = Buffer()
        buffer.add(x)
        local = [x]
        local.append(total)
        return torch.stack([*local, *buffer.parts, *self.fresh, self.window[0]])


def make():
    return Lists()


def inputs():
    return [(torch.ones(3),)]
