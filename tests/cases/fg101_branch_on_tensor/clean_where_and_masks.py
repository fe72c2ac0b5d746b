import torch
from torch import nn


class Masked(nn.Module):
    def forward(self, x, mask):
        y = torch.where(x.sum() > 0, x + 1, x - 1)
        y[mask] = 0.0
        y = torch.maximum(y, x) * (x > 0)
        peak = max(y.max(), x.max())
        y = torch.minimum(y, peak)
        keep = (x > 0) & ~mask | (y < 0)
        for row in y:
            keep = keep | (row > 2)
        first, second = y
        return y, keep, first + second, sum(y)


def make():
    return Masked()


def inputs():
    return [(torch.randn(2, 3), torch.tensor([[True, False, True]] * 2)), (torch.ones(2, 3), torch.zeros(2, 3) > 1)]
