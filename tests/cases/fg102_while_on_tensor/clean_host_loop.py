"""The loop runs outside of the compiled step."""

import torch
from torch import nn


class Step(nn.Module):
    def __init__(self):
        super().__init__()
        self.fc = nn.Linear(2, 2)

    def forward(self, z, x):
        return 0.5 * torch.tanh(self.fc(z)) + x


def solve(x, tol=1e-3):
    step = torch.compile(Step())
    z, error = torch.zeros_like(x), torch.ones(())
    while error > tol:
        new = step(z, x)
        error = (new - z).abs().max()
        z = new
    return z


def make():
    return Step()


def inputs():
    return [(torch.zeros(1, 2), torch.ones(1, 2))]
