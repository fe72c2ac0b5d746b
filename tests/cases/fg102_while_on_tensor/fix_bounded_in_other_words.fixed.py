# fix: unsafe
import torch
from torch import nn


class Halve(nn.Module):
    """The counter begins at one, is named last and may reach the limit."""

    def forward(self, x: torch.Tensor):
        x = x * 1.0
        total = torch.zeros_like(x)
        count = 1
        for count in range(1, 7):  # break: FG102
            going = torch.logical_or(x.max() > 1, x.min() < -1)
            new_x, rest = x / 2, x * count
            x = torch.where(going, new_x, x)
            total = torch.where(going, total + rest, total)
        return x + total


def make():
    return Halve()


def inputs():
    return [(torch.tensor([8.0, 3.0]),), (torch.tensor([0.5, -0.25]),), (torch.tensor([4096.0, -1.5]),)]
