# fix: safe
import torch
from torch import nn


class Any(nn.Module):
    def __init__(self):
        super().__init__()
        self.fc = nn.Linear(2, 2)

    def forward(self, x: torch.Tensor):
        h = self.fc(x)
        return h * (h > 0).any()  # break[default]: FG201


def make():
    return Any()


def inputs():
    return [(torch.randn(3, 2) * 4,) for _ in range(4)] + [(torch.zeros(0, 2),)]
