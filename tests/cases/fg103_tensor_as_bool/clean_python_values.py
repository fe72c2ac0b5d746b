import math
from typing import Optional

import torch
from torch import nn


class Attention(nn.Module):
    def __init__(self, dim: int = 4, heads: int = 2, scale: Optional[float] = None, bias: bool = True):
        super().__init__()
        self.heads = heads
        self.scale = scale or 1 / math.sqrt(dim // heads)
        self.qkv = nn.Linear(dim, 3 * dim, bias=bias)
        self.drop = 0.0

    def forward(self, x: torch.Tensor, mask: Optional[torch.Tensor] = None, heads: Optional[int] = None):
        heads = heads or self.heads
        x = x if x.dim() == 3 else x.unsqueeze(0)
        dropout = self.drop if self.training else 0.0
        causal = mask is None and x.shape[1] > 1
        short = 0 < x.shape[1] <= 16
        empty = not x.shape[1]
        kind = "causal" if causal and not empty else "full"
        q, k, v = (t.unflatten(-1, (heads, -1)).transpose(1, 2) for t in self.qkv(x).chunk(3, -1))
        scores = q @ k.transpose(-1, -2) * self.scale
        scores = scores if mask is None else scores + mask
        scores = scores + (1 if short else 2) + (len(kind) or 0)
        probs = nn.functional.dropout(scores.softmax(-1), dropout)
        return (probs @ v).transpose(1, 2).flatten(2)


def make():
    return Attention()


def inputs():
    x = torch.randn(2, 3, 4)
    return [(x,), (x[0],), (x, torch.zeros(3, 3)), (x, None, 4)]
