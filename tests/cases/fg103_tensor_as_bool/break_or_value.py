import torch
from torch import nn


class Fallback(nn.Module):
    def __init__(self):
        super().__init__()
        self.bias = nn.Parameter(torch.zeros(()))

    def forward(self, x: torch.Tensor, shift: torch.Tensor) -> torch.Tensor:
        x = x * 2
        shift = shift or self.bias  # break: FG103
        return x + shift


def make():
    return Fallback()


def inputs():
    return [(torch.ones(3), torch.tensor(0.0)), (torch.ones(3), torch.tensor(2.0))]
