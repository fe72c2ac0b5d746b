"""What the tests of facts share."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass
class Ran:
    status: int
    out: str
    err: str


NET = """\
import torch
from torch import nn


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.layer = nn.Linear(8, 8)
        self.register_buffer("scale", torch.ones(8))
        self.secret = "pa55word"

    def forward(self, x, mask=None, flag=True, token="t0ken", number=31337):
        y = self.layer(x) * self.scale
        if x.sum() > 0:
            z = y * 2
        else:
            z = y + 1
        if mask is not None:
            if mask.any():
                z = z * mask
        view = z.view(-1)
        return z, view
"""

WHERE = """\
import torch


@torch.compile
def choose(x, w):
    if x.sum() > 0:
        y = w * 2
    else:
        y = x + 1
    return y
"""
"""Whether its arms have one shape and dtype, and require gradients, depends on what is passed."""
