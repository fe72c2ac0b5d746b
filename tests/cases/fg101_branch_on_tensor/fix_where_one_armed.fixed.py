# fix: safe
import torch
from torch import nn


class Clip(nn.Module):
    def __init__(self, limit: float = 2.0):
        super().__init__()
        self.fc = nn.Linear(3, 3)
        self.limit = limit

    def forward(self, x):
        h = self.fc(x)
        h = torch.where(h.abs().max() > self.limit, h - self.limit, h)  # break: FG101
        return h.relu()


def make():
    return Clip()


def inputs():
    return [(torch.ones(2, 3),), (torch.ones(2, 3) * 90,)]
