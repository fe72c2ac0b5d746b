# fix: unsafe
import torch
from torch import nn


class Temperature(nn.Module):
    def __init__(self):
        super().__init__()
        self.fc = nn.Linear(3, 3)
        self.scale = nn.Parameter(torch.tensor([2.0]))

    def forward(self, x: torch.Tensor):
        return self.fc(x) * self.scale.item()  # break[default]: FG201


def make():
    return Temperature()


def inputs():
    return [(torch.randn(2, 3),) for _ in range(2)]
