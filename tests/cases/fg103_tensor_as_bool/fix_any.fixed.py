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
        h = torch.where(torch.logical_or((h > 2).any(), (g > 2).any()), h + 1, h)  # break: FG103
        return h


def make():
    return AnyOf()


def inputs():
    return [(torch.randn(3, 4) * k,) for k in (0.1, 1.0, 4.0)]
