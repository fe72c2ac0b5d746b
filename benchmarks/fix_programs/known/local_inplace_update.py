"""A local tensor is updated in place in one arm."""

import torch
from torch import nn


class Penalty(nn.Module):
    def forward(self, logits: torch.Tensor, repeats: torch.Tensor) -> torch.Tensor:
        out = logits * 1.0
        if repeats.max() > 1:
            out -= 0.5 * repeats
        return out.softmax(-1)


def make():
    torch.manual_seed(0)
    return Penalty()


def inputs():
    torch.manual_seed(1)
    return [(torch.randn(3, requires_grad=True), torch.tensor([0.0, 1, 2])), (torch.randn(3), torch.zeros(3))]
