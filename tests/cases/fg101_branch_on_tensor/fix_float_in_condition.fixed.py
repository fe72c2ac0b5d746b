# fix: unsafe
import torch
from torch import nn


class Halve(nn.Module):
    def __init__(self, limit: float = 0.3):
        super().__init__()
        self.fc = nn.Linear(3, 3)
        self.limit = limit

    def forward(self, x: torch.Tensor):
        h = self.fc(x)
        y = torch.where(h.mean() > self.limit, h * 0.5, h + 1)  # break: FG101
        return y


def make():
    return Halve()


def inputs():
    return [(torch.randn(2, 3) * 3,) for _ in range(5)]
