import torch
from torch import nn


class FixedPoint(nn.Module):
    def __init__(self, dim=3, tol=1e-2):
        super().__init__()
        self.step = nn.Linear(dim, dim)
        self.tol = tol

    def forward(self, x):
        z = torch.zeros_like(x)
        delta = torch.ones_like(x)
        while delta.abs().max() > self.tol:  # break: FG102
            new = 0.1 * torch.tanh(self.step(z)) + x
            delta = new - z
            z = new
        return z


def make():
    return FixedPoint()


def inputs():
    return [(torch.ones(2, 3),), (torch.zeros(2, 3),)]
