"""Attention over a fully masked row."""

import torch
from torch import nn


class Attention(nn.Module):
    def __init__(self, dim=4):
        super().__init__()
        self.q = nn.Linear(dim, dim)
        self.k = nn.Linear(dim, dim)

    def forward(self, x: torch.Tensor, mask: torch.Tensor) -> torch.Tensor:
        scores = self.q(x) @ self.k(x).transpose(-1, -2)
        if mask.any():
            scores = scores.masked_fill(mask, torch.finfo(scores.dtype).min)
        weights = scores.softmax(dim=-1)
        return weights @ x


def make():
    torch.manual_seed(0)
    return Attention()


def inputs():
    torch.manual_seed(1)
    m = torch.tensor([[False, True], [False, False]])
    return [(torch.randn(2, 4), m), (torch.randn(2, 4), torch.zeros(2, 2, dtype=torch.bool))]
