# fix: unsafe
from typing import NamedTuple

import torch
from torch import nn


class Output(NamedTuple):
    first: torch.Tensor
    second: torch.Tensor


class Heads(nn.Module):
    """Numbers, attributes and structures that arms give."""

    def __init__(self):
        super().__init__()
        self.fc = nn.Linear(4, 4)
        self.register_buffer("level", torch.ones(4))

    def forward(self, x: torch.Tensor):
        h = self.fc(x)
        if h.mean() > 0:  # break: FG101
            self.level = self.level * 2
        scale = 0.5
        if h.abs().mean() > 1:  # break: FG101
            scale = 0.25
        h = h * scale
        if h.mean() > 1:  # break: FG101
            return Output(h * 2, second=h + 1)
        return Output(h * 3, second=x)


def make():
    model = Heads()
    nn.init.eye_(model.fc.weight)
    nn.init.zeros_(model.fc.bias)
    return model


def inputs():
    return [(torch.full((2, 4), value),) for value in (-3.0, 0.0, 0.5, 5.0)]
