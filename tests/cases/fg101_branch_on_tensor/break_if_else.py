import torch
from torch import nn


class ScaledHead(nn.Module):
    def __init__(self, dim=8, limit=3.0):
        super().__init__()
        self.proj = nn.Linear(dim, dim)
        self.limit = limit

    def forward(self, x):
        h = self.proj(x)
        if h.abs().max() > self.limit:  # break: FG101
            h = h / h.norm()
        else:
            h = h * 2
        return h


def make():
    return ScaledHead()


def inputs():
    return [(torch.ones(2, 8),), (torch.ones(2, 8) * 100,)]
