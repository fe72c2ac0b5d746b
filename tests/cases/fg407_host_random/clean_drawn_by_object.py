"""Numbers that an object of ``random.Random`` draws meet tensors alone, and those of a constructor are known."""

import random

import torch
from torch import nn


class Scaled(nn.Module):
    def __init__(self, seed: int = 0) -> None:
        super().__init__()
        self.rng = random.Random(seed)
        self.kept = self.rng.random()
        self.width = random.Random(1).randint(2, 2)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        if self.kept < 2 and x.shape[-1] * self.width > 2:
            x = x + 1
        return x * self.rng.uniform(1, 1) + self.rng.randint(2, 2)


def make():
    return Scaled()


def inputs():
    return [(torch.ones(3, 2),), (-torch.ones(3, 2),)]
