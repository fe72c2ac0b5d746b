# fix: unsafe
import torch
from torch import nn


class Normalized(nn.Module):
    def __init__(self):
        super().__init__()
        self.fc = nn.Linear(3, 3)

    def forward(self, x: torch.Tensor):
        h = self.fc(x)
        largest = h.abs().max().item()  # break[default]: FG201
        return h / largest, h / (h.norm().item() + 1e-6)  # break[default]: FG201


def make():
    return Normalized()


def inputs():
    return [(torch.randn(2, 3),) for _ in range(3)]
