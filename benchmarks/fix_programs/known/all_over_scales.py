"""all() over thresholds."""

import torch
from torch import nn


class Scales(nn.Module):
    def forward(self, x: torch.Tensor) -> torch.Tensor:
        if all(x.mean() > t for t in (0.1, 0.2)):
            x = x - 0.1
        return x


def make():
    torch.manual_seed(0)
    return Scales()


def inputs():
    torch.manual_seed(1)
    return [(torch.rand(3) + 1,), (torch.rand(3) - 2,)]
