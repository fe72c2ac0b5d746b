import torch
from torch import nn


def make(n):
    return nn.Sequential(nn.Linear(n, n), nn.ReLU())
class M(nn.Module):
    def __init__(self):
        super().__init__()
        self.net = make(3)
    def forward(self, x):
        h = self.net(x)
        if h.mean() > 0:  # hit
            h = h + 1
        return h
