from typing import Optional

import torch
from torch import Tensor, nn


class M(nn.Module):
    def forward(self, x: Tensor, m: Optional[Tensor] = None):
        if m is None:
            return x
        if m.all():  # hit
            return x
        return x * m
