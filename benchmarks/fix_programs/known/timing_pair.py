"""A pair of clocks around the encoder."""

import time

import torch
from torch import nn


class Timed(nn.Module):
    def __init__(self):
        super().__init__()
        self.encoder = nn.Linear(4, 4)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        start = time.perf_counter()
        x = self.encoder(x)
        elapsed = time.perf_counter() - start
        if elapsed > 60:
            print(f"slow: {elapsed:.3f}")
        return x


def make():
    torch.manual_seed(0)
    return Timed()


def inputs():
    torch.manual_seed(1)
    return [(torch.randn(2, 4),)]
