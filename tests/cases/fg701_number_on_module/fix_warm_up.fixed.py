# fix: unsafe
"""A warm-up: what is computed of the count as a number is computed of the tensor, by clamp, exp and where."""

import math

import torch
from torch import nn


class Warming(nn.Module):
    def __init__(self) -> None:
        super().__init__()
        self.register_buffer("steps", torch.zeros((), dtype=torch.long), persistent=False)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        self.steps = self.steps + 1  # recompile: FG701
        scale = (self.steps / 4).clamp(max=1.0)
        late = torch.where(self.steps > 2, 2.0, 0.5)
        return x * scale + late * torch.exp(-self.steps / 4)


def make():
    return Warming()


def inputs():
    return [(torch.full((3,), 1.5) * sign,) for sign in (1, -1, 2, 3)]
