# fix: unsafe
"""Nothing but the count itself reads the number."""

import torch
from torch import nn


class Counting(nn.Module):
    def __init__(self) -> None:
        super().__init__()
        self.register_buffer("calls", torch.zeros((), dtype=torch.long), persistent=False)
        self.layer = nn.Linear(3, 3)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        y = self.layer(x)
        self.calls += x.shape[0]  # recompile: FG701
        return y


def make():
    return Counting()


def inputs():
    return [(torch.full((2, 3), 1.5) * sign,) for sign in (1, -1, 2, 3)]
