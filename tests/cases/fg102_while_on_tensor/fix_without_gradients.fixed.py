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

        # break: FG102
        def going(delta, z):
            return delta.abs().max() > 0.01

        def step(delta, z):
            # contracts
            new = 0.1 * torch.tanh(self.step(z)) + x
            delta = new - z
            z = new
            return delta, z

        delta, z = torch.while_loop(going, step, (delta, z))
        return z


def make():
    torch.manual_seed(0)
    return FixedPoint()


def inputs():
    return [(torch.ones(2, 3),), (torch.zeros(2, 3),)]
