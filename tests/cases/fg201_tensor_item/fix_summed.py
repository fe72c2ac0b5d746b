# fix: unsafe
import torch
from torch import nn


class Summed(nn.Module):
    def __init__(self):
        super().__init__()
        self.fc = nn.Linear(4, 4)

    def forward(self, x: torch.Tensor):
        h = self.fc(x)
        total = 0.0
        for i in range(3):
            total += (h * i).mean().item()  # break[default]: FG201
        return h * total


def make():
    return Summed()


def inputs():
    return [(torch.randn(3, 4) * k,) for k in (0.1, 1.0, 4.0)]
