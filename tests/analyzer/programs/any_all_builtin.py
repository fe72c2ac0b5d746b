from typing import List

import torch
from torch import Tensor, nn


class M(nn.Module):
    def forward(self, xs: List[Tensor], x: Tensor):
        if any(t.isnan().any() for t in xs):  # hit
            x = x + 1
        if all([(t > 0).all() for t in xs]):  # hit
            x = x + 1
        if any(t is None for t in xs): x = x + 1
        if any(t.shape[0] > 3 for t in xs): x = x + 1
        if all(isinstance(t, Tensor) for t in xs): x = x + 1
        if x in xs:  # hit
            x = x + 1
        return x
