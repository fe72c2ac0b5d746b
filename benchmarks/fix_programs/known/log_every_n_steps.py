"""A counter on the module decides when a line is logged."""

import logging

import torch
from torch import nn


logger = logging.getLogger("m")


class Logged(nn.Module):
    def __init__(self):
        super().__init__()
        self.calls = 0
        self.fc = nn.Linear(3, 3)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        self.calls += 1
        out = self.fc(x)
        if self.calls % 2 == 0:
            logger.warning("call %d: mean %s", self.calls, out.detach().mean())
        return out


def make():
    torch.manual_seed(0)
    return Logged()


def inputs():
    torch.manual_seed(1)
    return [(torch.randn(2, 3),)]
