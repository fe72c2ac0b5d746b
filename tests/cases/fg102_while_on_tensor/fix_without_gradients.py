# fix: unsafe
import torch
from torch import nn


class FixedPoint(nn.Module):
    def __init__(self):
        super().__init__()
        self.step = nn.Linear(3, 3)

    @torch.no_grad()
    def forward(self, x: torch.Tensor):
        z = torch.zeros_like(x)
        delta = torch.ones_like(x)
        while delta.abs().max() > 0.01:  # break: FG102
            # contracts
            new = 0.1 * torch.tanh(self.step(z)) + x
            delta = new - z
            z = new
        return z


def make():
    torch.manual_seed(0)
    return FixedPoint()


def inputs():
    return [(torch.ones(2, 3),), (torch.zeros(2, 3),)]
