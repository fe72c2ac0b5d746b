"""float() of a learned weight that depends on its sign."""

import torch
from torch import nn


class Weighted(nn.Module):
    def __init__(self):
        super().__init__()
        self.weight = nn.Parameter(torch.tensor(0.2))

    def forward(self, a: torch.Tensor, b: torch.Tensor) -> torch.Tensor:
        weight = float(self.weight.detach())
        return weight * a + (1 - weight) * b


def make():
    torch.manual_seed(0)
    return Weighted()


def inputs():
    torch.manual_seed(1)
    return [(torch.randn(3, requires_grad=True), torch.randn(3))]
