"""A guarded division whose divisor is a tensor with history."""

import torch
from torch import nn


class Model(nn.Module):
    def forward(self, a: torch.Tensor, b: torch.Tensor) -> torch.Tensor:
        n = torch.relu(b).sum()
        r = torch.tanh(a)
        if n != 0:
            r = r / n
        return r


def make():
    torch.manual_seed(0)
    return Model()


def inputs():
    torch.manual_seed(1)
    a = torch.rand(3, requires_grad=True)
    return [(a, torch.rand(3, requires_grad=True)), (torch.rand(3, requires_grad=True), (-torch.rand(3)).requires_grad_())]
