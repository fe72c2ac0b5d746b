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
        # break: FG101
        condition = a.sum() > b.sum()
        low = torch.where(condition, a * 0.5, a * 2)
        high = torch.where(condition, b * 2, b * 0.5)
        return high - low


def make():
    return Pair()


def inputs():
    return [(torch.randn(2, 3) * scale,) for scale in (3, -3, 30, -30)]
