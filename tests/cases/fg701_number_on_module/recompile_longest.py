"""The longest input so far: each longer one recompiles twice, for its size and for the number."""

import torch
from torch import nn


class Rotary(nn.Module):
    def __init__(self) -> None:
        super().__init__()
        self.longest = 2
        self.register_buffer("positions", torch.arange(64.0))

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        length = x.shape[0]
        if length > self.longest:  # recompile: FG701
            self.longest = length
        return x * self.positions[:length].unsqueeze(1)


def make():
    return Rotary()


def inputs():
    return [(torch.ones(size, 3),) for size in range(2, 14)]
