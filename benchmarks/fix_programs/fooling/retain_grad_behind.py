"""retain_grad on the result of the branch, read through the other name."""

import torch
from torch import nn


class Model(nn.Module):
    def forward(self, x: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        h = torch.tanh(x)
        z = h
        if z.sum() > 0:
            z = z * 2
        z.retain_grad()
        z.sum().backward(retain_graph=True)
        return z, torch.zeros(3) if h.grad is None else h.grad.clone()


def make():
    torch.manual_seed(0)
    return Model()


def inputs():
    torch.manual_seed(1)
    return [(torch.rand(3, requires_grad=True),), ((-torch.rand(3)).requires_grad_(),)]
