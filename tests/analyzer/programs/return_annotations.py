from typing import Tuple

import torch
from torch import Tensor, nn


from somewhere import thing
def load(path) -> Tensor:
    return thing(path)
def multi(x) -> Tuple[Tensor, int]:
    return thing(x)
class M(nn.Module):
    def size(self) -> int:
        return thing(self)
    def forward(self, x):
        t = load("a")
        if t.sum() > 0:  # hit
            x = x + 1
        a, n = multi(x)
        if a.sum() > 0:  # hit
            x = x + 1
        if n > 0: x = x + 1
        if self.size() > 3: x = x + 1
        return x
