# fix: safe
import torch
from torch import nn


class Leaky(nn.Module):
    def __init__(self):
        super().__init__()
        self.fc = nn.Linear(3, 3)

    def forward(self, x: torch.Tensor):
        h = self.fc(x) - 1
        h = torch.where(h < 0, h * 0.1, h)  # break[default]: FG303
        big = h > 2
        h = torch.where(big, h - 1, h)  # break[default]: FG303
        return h


def make():
    return Leaky()


def inputs():
    nan, inf = float("nan"), float("inf")
    rows = ([9.0, -2.0, 3.0], [0.0, 0.0, -0.0], [nan, 1.0, 2.0], [inf, -inf, 1.0], [1e38, -3e38, 1e-45])
    return [(torch.tensor([row], requires_grad=True),) for row in rows] + [(torch.zeros(0, 3),)]
