# fix: safe
import torch
from torch import nn


class Halve(nn.Module):
    def __init__(self):
        super().__init__()
        self.fc = nn.Linear(3, 3)

    def forward(self, x: torch.Tensor):
        h = self.fc(x)
        if h.max().item() > 1:  # break: FG101
            y = h * 0.5
        else:
            y = h + 1
        if (h < 0).any().item():  # break: FG101
            y = y - 1
        return y


def make():
    return Halve()


def inputs():
    return [(torch.randn(2, 3) * 3,) for _ in range(5)] + [(torch.full((1, 3), float("nan")),)]
