import torch
from torch import nn


class Reduce(nn.Module):
    def __init__(self, patience=2):
        super().__init__()
        self.patience = patience

    def forward(self, x):
        while x.shape[-1] > 2:
            x = x[..., ::2] + 1
        while x.dim() > 2:
            x = x.flatten(0, 1)
        i = 0
        while i < self.patience:
            x = x * 2
            i += 1
        step = 1
        while step < len(x):
            x = x + step
            step *= 2
        return x


def make():
    return Reduce()


def inputs():
    return [(torch.ones(2, 2, 8),), (torch.ones(3, 4),)]
