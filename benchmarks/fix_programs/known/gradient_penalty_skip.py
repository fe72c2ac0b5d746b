"""A discriminator whose second head is used when the first is unsure."""

import torch
from torch import nn


class Discriminator(nn.Module):
    def __init__(self):
        super().__init__()
        self.trunk = nn.Sequential(nn.Linear(4, 4), nn.LeakyReLU(0.2))
        self.head_a = nn.Linear(4, 1)
        self.head_b = nn.Linear(4, 1)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        h = self.trunk(x)
        score = self.head_a(h)
        if score.sigmoid().mean() > 0.45 and score.sigmoid().mean() < 0.55:
            score = 0.5 * (score + self.head_b(h))
        return score.squeeze(-1)


def make():
    torch.manual_seed(0)
    return Discriminator()


def inputs():
    torch.manual_seed(1)
    return [(torch.randn(2, 4) * 20,), (torch.randn(2, 4) * 0.01,)]
