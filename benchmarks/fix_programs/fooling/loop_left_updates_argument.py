"""A round updates in place what was an argument, and a view of it."""

import torch
from torch import nn


class Model(nn.Module):
    def forward(self, x: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        y = x
        part = y[1:]
        for step in range(3):
            y += 1.25
            part *= 1.5
            if y.sum() > 8:
                break
            y = y * 1.001
        return y, part


def make():
    torch.manual_seed(0)
    return Model()


def inputs():
    torch.manual_seed(1)
    return [(torch.zeros(3),), (torch.full((3,), 5.0),), (torch.zeros(3, dtype=torch.half),)]
