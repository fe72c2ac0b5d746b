"""Python divides integers exactly as floats of 64 bits."""

import torch
from torch import nn


class Model(nn.Module):
    def forward(self, mask: torch.Tensor, x: torch.Tensor) -> torch.Tensor:
        kept = mask.sum().item()
        ratio = kept / mask.numel()
        return x * ratio


def make():
    torch.manual_seed(0)
    return Model()


def inputs():
    torch.manual_seed(1)
    x = torch.rand(3, dtype=torch.float64)
    return [(torch.tensor([1, 0, 1]), x), (torch.tensor([True, False, False]), x)]
