"""Tensors that modules hold: in dictionaries that a method fills, in ParameterDict, under another name."""

import torch
from torch import nn


class Held(nn.Module):
    def __init__(self) -> None:
        super().__init__()
        self.cache = {"last": torch.zeros(2)}
        self.counts = {"calls": 0.0}
        self.scales = nn.ParameterDict({"first": nn.Parameter(torch.ones(()))})
        self.register_buffer("zero", torch.zeros(()))

    def remember(self, key: str, value: torch.Tensor) -> None:
        self.cache[key] = value

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        self.remember("last", x * 2)
        last = self.cache.get("last")
        y = x * 2
        if last is not None and last.max() > 0:  # break: FG101
            y = y + 1
        if self.scales["first"] > 0:  # break: FG101
            y = y + 1
        if x.numel() == 0:
            return y
        self.loss = y.mean()
        loss = self.zero
        if loss:  # break: FG101
            y = y + 1
        if self.loss > 0:  # break: FG101
            y = y + 1
        if self.counts["calls"] > 0 or len(self.cache) > 1:
            y = y + 1
        return y


def make():
    return Held()


def inputs():
    return [(torch.ones(2),), (-torch.ones(2) * 3,)]
