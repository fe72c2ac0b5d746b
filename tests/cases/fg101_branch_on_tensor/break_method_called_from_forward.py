from typing import Optional

import torch
from torch import nn


class Attention(nn.Module):
    def __init__(self, dim: int = 4):
        super().__init__()
        self.qkv = nn.Linear(dim, 3 * dim)

    def _apply_mask(self, scores, mask):
        if (mask == 0).all():  # break: FG101
            return scores
        return scores + mask

    def forward(self, x: torch.Tensor, mask: Optional[torch.Tensor] = None) -> torch.Tensor:
        q, k, v = self.qkv(x).chunk(3, dim=-1)
        scores = q @ k.transpose(-1, -2)
        if mask is not None:
            scores = self._apply_mask(scores, mask)
        return scores.softmax(-1) @ v


def make():
    return Attention()


def inputs():
    x = torch.randn(2, 3, 4)
    return [(x, torch.zeros(3, 3)), (x, torch.full((3, 3), -1.0)), (x,)]
