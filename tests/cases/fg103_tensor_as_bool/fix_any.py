# fix: safe
import torch
from torch import nn


class AnyOf(nn.Module):
    def __init__(self):
        super().__init__()
        self.fc = nn.Linear(4, 4)

    def forward(self, x: torch.Tensor):
        h = self.fc(x)
        g = h * 2
        if any((t > 2).any() for t in (h, g)):  # break: FG103
            h = h + 1
        return h


def make():
    return AnyOf()


def inputs():
    return [(torch.randn(3, 4) * k,) for k in (0.1, 1.0, 4.0)]
