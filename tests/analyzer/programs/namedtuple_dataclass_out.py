from dataclasses import dataclass
from typing import NamedTuple, Optional

import torch
from torch import Tensor, nn


class Out(NamedTuple):
    a: Tensor
    b: Optional[Tensor] = None
@dataclass
class O2:
    a: Tensor = None
    n: int = 0
class Sub(nn.Module):
    def forward(self, x):
        return Out(x, x + 1)
class Sub2(nn.Module):
    def forward(self, x):
        return O2(a=x, n=3)
class M(nn.Module):
    def __init__(self):
        super().__init__()
        self.s, self.t = Sub(), Sub2()
    def forward(self, x):
        o = self.s(x)
        if o.a.sum() > 0:  # hit
            x = x + 1
        if o[1].sum() > 0:  # hit
            x = x + 1
        a, b = self.s(x)
        if a.sum() > 0:  # hit
            x = x + 1
        p = self.t(x)
        if p.a.sum() > 0:  # hit
            x = x + 1
        if p.n > 0:
            x = x + 1
        return x
