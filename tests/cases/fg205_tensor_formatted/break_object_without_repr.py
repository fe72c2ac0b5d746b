# only: torch<2.13
import torch
from torch import nn


class Plain:
    pass


class Named(nn.Module):
    def __init__(self):
        super().__init__()
        self.plain = Plain()

    def forward(self, x):
        return x * len(repr(self.plain))  # break: FG205


def make():
    return Named()


def inputs():
    return [(torch.randn(2, 4),), (torch.randn(2, 4),)]
