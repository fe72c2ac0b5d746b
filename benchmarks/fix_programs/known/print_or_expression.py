"""A print in an `or` expression and a logger in a conditional one."""

import torch
from torch import nn


class Terse(nn.Module):
    def __init__(self, verbose: bool = True):
        super().__init__()
        self.verbose = verbose

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        self.verbose and print("terse", tuple(x.shape))
        return x.sigmoid()


def make():
    torch.manual_seed(0)
    return Terse()


def inputs():
    torch.manual_seed(1)
    return [(torch.randn(3, requires_grad=True),)]
