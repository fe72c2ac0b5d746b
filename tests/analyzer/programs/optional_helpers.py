import torch
from torch import nn


def exists(v): return v is not None
def default(v, d): return v if exists(v) else d
class M(nn.Module):
    def __init__(self, dim, heads=None):
        super().__init__()
        self.h = default(heads, 3)
        self.scale = nn.Parameter(torch.ones(1)) if dim > 3 else None
    def forward(self, x, mask=None, ctx=None):
        ctx = default(ctx, x)
        if exists(mask):
            if not mask.any():  # hit
                return x
        if ctx.mean() > 0:  # hit
            x = x + 1
        if self.h > 3: x = x + 1
        if exists(self.scale): x = x + 1
        return x
