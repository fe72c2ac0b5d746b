"""A branch in a branch."""

import torch
from torch import nn


class Gate(nn.Module):
    def forward(self, x: torch.Tensor, y: torch.Tensor) -> torch.Tensor:
        if x.sum() > 0:
            if y.sum() > 0:
                out = x + y
            else:
                out = x - y
        else:
            out = x * y
        return out


def make():
    torch.manual_seed(0)
    return Gate()


def inputs():
    torch.manual_seed(1)
    a, b = torch.rand(3, requires_grad=True), torch.rand(3)
    return [(a, b), (a.detach(), -b), (-a.detach(), b)]
