"""Numbers that an object of ``random.Random`` draws are drawn by the graph, as those of the module are."""

# only: torch>=2.13
import random

import torch
from torch import nn

RNG = random.Random(1)


class Dropped(nn.Module):
    def __init__(self, seed: int = 0) -> None:
        super().__init__()
        self.rng = random.Random(seed)
        self.layer = nn.Linear(2, 2)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        if self.rng.random() < 2:  # break: FG407
            x = self.layer(x)
        if RNG.randint(1, 3) > 0:  # break: FG407
            x = x + 1
        x = x if self.rng.randrange(1, 2) else -x  # break: FG407
        return x * (self.rng.uniform(1, 1) + 1)  # break: FG407


def make():
    return Dropped()


def inputs():
    return [(torch.ones(3, 2),), (-torch.ones(3, 2),)]
