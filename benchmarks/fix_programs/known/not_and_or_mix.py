"""not, and, or of three tests."""

import torch
from torch import nn


class Mixed(nn.Module):
    def forward(self, x: torch.Tensor, mask: torch.Tensor) -> torch.Tensor:
        if (mask.any() and not mask.all()) or x.max() > 3:
            x = x.masked_fill(mask, 0.0)
        return x.cumsum(-1)


def make():
    torch.manual_seed(0)
    return Mixed()


def inputs():
    torch.manual_seed(1)
    x = torch.rand(3, requires_grad=True)
    t = torch.ones(3, dtype=torch.bool)
    m = torch.tensor([True, False, True])
    return [(x, t), (x.detach(), m), (x.detach() + 5, ~t)]
