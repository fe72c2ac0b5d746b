"""A counter of steps that only meets tensors."""

import torch
from torch import nn


class Anneal(nn.Module):
    def __init__(self):
        super().__init__()
        self.register_buffer("step", torch.zeros((), dtype=torch.long))

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        self.step += 1
        if self.step > 1:
            x = x / 2
        return torch.softmax(x, dim=-1)


def make():
    torch.manual_seed(0)
    return Anneal()


def inputs():
    torch.manual_seed(1)
    return [(torch.randn(2, 3, requires_grad=True),)]
