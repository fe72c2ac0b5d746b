from typing import Callable

import torch
from torch import Tensor, nn


class Sub(nn.Module):
    def forward(self, x, *, scale: float = 1.0):
        if scale != 1.0:
            if x.sum() > 0:  # hit
                return x * scale
        return x
class M(nn.Module):
    def __init__(self, sub: Sub, act_fn: Callable[[Tensor], Tensor], fwd: nn.Module):
        super().__init__()
        self.sub, self.act, self.fwd = sub, act_fn, fwd
    def forward(self, x):
        x = self.sub(x, scale=2.0)
        y = self.act(x)
        h = self.fwd(x)
        if (h > 0).all():  # hit
            x = x + 1
        return x
