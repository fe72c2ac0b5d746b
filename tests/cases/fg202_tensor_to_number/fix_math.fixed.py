# fix: unsafe
import math

import torch
from torch import nn


class Scale(nn.Module):
    def __init__(self):
        super().__init__()
        self.fc = nn.Linear(3, 3)

    def forward(self, x: torch.Tensor):
        h = self.fc(x)
        return h * torch.exp(h.mean().detach()) + torch.sqrt((h.abs().max() + 1).detach())  # break: FG202


def make():
    return Scale()


def inputs():
    return [(torch.randn(2, 3),) for _ in range(2)]
