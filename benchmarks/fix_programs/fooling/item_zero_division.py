"""A number is divided by; zero raises in Python."""

import torch
from torch import nn


class Model(nn.Module):
    def forward(self, x: torch.Tensor) -> torch.Tensor:
        n = x.sum().item()
        scale = 1 / n
        return x * scale


def make():
    torch.manual_seed(0)
    return Model()


def inputs():
    torch.manual_seed(1)
    return [(torch.ones(3),), (torch.zeros(3),)]
