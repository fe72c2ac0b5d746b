"""__setattr__ keeps a list of what was set."""

import torch
from torch import nn


class Model(nn.Module):
    def __init__(self):
        super().__init__()
        object.__setattr__(self, "log", [])
        self.level = torch.zeros(3)

    def __setattr__(self, name, value):
        if name == "level":
            self.log.append(name)
        super().__setattr__(name, value)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        h = torch.tanh(x)
        if h.sum() > 0:
            self.level = self.level + h
        return h + self.level


def make():
    torch.manual_seed(0)
    return Model()


def inputs():
    torch.manual_seed(1)
    return [(torch.rand(3),), (-torch.rand(3),)]
