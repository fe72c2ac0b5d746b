# fix: safe
import torch
from torch import nn


class Halve(nn.Module):
    def __init__(self):
        super().__init__()
        self.fc = nn.Linear(3, 3)

    def forward(self, x: torch.Tensor):
        h = self.fc(x)
        y = torch.where(h.max() > 1, h * 0.5, h + 1)  # break: FG101
        y = torch.where((h < 0).any(), y - 1, y)  # break: FG101
        return y


def make():
    return Halve()


def inputs():
    return [(torch.randn(2, 3) * 3,) for _ in range(5)] + [(torch.full((1, 3), float("nan")),)]
