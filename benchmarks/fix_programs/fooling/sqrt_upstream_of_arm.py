"""The infinite derivative is upstream of the arm."""

import torch
from torch import nn


class Model(nn.Module):
    def forward(self, x: torch.Tensor) -> torch.Tensor:
        root = torch.relu(x).sqrt()
        total = torch.tanh(x)
        if total.sum() > 0:
            total = total + root
        return total


def make():
    torch.manual_seed(0)
    return Model()


def inputs():
    torch.manual_seed(1)
    return [(torch.rand(3, requires_grad=True) + 0.1,), ((-torch.rand(3)).requires_grad_(),)]
