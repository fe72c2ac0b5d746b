# fix: safe
import torch
from torch import nn


class Pair(nn.Module):
    def __init__(self):
        super().__init__()
        self.a = nn.Linear(3, 3)
        self.b = nn.Linear(3, 3)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        a, b = self.a(x), self.b(x)
        if a.sum() > b.sum():  # break: FG101
            low = a * 0.5
            high = b * 2
        else:
            low = a * 2
            high = b * 0.5
        return high - low


def make():
    return Pair()


def inputs():
    return [(torch.randn(2, 3) * scale,) for scale in (3, -3, 30, -30)]
