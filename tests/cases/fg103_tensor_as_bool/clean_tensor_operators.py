import torch
from torch import nn


class Masks(nn.Module):
    def forward(self, x):
        both = (x > 0) & (x < 2)
        either = (x > 3) | ~both
        none = torch.logical_not(either.any())
        flipped = ~either
        same = both == either
        total = (-1 < x) * (x < 1)
        return torch.where(both, x, -x), none, flipped, same, total, x.any() == False  # noqa: E712


def make():
    return Masks()


def inputs():
    return [(torch.tensor([0.5, 2.5, 4.0]),), (torch.zeros(3),)]
