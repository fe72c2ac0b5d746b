"""F.dropout always draws, unless it is told."""

import torch
import torch.nn.functional as F
from torch import nn


class Model(nn.Module):
    def forward(self, x: torch.Tensor) -> torch.Tensor:
        h = torch.tanh(x)
        return F.dropout(h, 0.3) if h.sum() > 0 else h


def make():
    torch.manual_seed(0)
    return Model().eval()


def inputs():
    torch.manual_seed(1)
    return [(torch.rand(4),), (-torch.rand(4),)]
