"""A warning where the input is not normalised."""

import warnings

import torch
from torch import nn


class Normalised(nn.Module):
    def forward(self, x: torch.Tensor) -> torch.Tensor:
        if x.abs().max() > 1:
            warnings.warn("seen")
        return x.clamp(-1, 1)


def make():
    torch.manual_seed(0)
    return Normalised()


def inputs():
    torch.manual_seed(1)
    return [(torch.rand(4, requires_grad=True),), (torch.rand(4) * 5,)]
