"""One of two contexts on an ExitStack, neither of which is entered there."""

from contextlib import ExitStack, nullcontext

import torch
from torch import nn


class Model(nn.Module):
    def __init__(self):
        super().__init__()
        self.share = 0.0

    def forward(self, x):
        with ExitStack() as stack:  # break: FG411 (before 2.11)
            stack.enter_context(torch.no_grad() if self.share <= 0 else nullcontext())  # break: FG411 (since 2.11)
            x = x + 1
        return x * 2


def make():
    return Model()


def inputs():
    return [(torch.rand(3, 4),)]
