"""Python computes with 64 bits, the tensor with 32."""

import torch
from torch import nn


class Model(nn.Module):
    def forward(self, x: torch.Tensor) -> torch.Tensor:
        n = x.max().item()
        n = n + 1e-9
        n = n - x.min().item()
        return x * (n * 1e6)


def make():
    torch.manual_seed(0)
    return Model()


def inputs():
    torch.manual_seed(1)
    return [(torch.tensor([1.0, 1.0]),), (torch.tensor([1.0, 2.0]),)]
