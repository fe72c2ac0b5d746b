"""A view of the tensor, which is written behind the branch."""

import torch
from torch import nn


class Model(nn.Module):
    def forward(self, x: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        h = torch.tanh(x)
        row = h[0]
        if h.mean() > 0:
            h = h + 1
        h.mul_(3)
        return h, row


def make():
    torch.manual_seed(0)
    return Model()


def inputs():
    torch.manual_seed(1)
    return [(torch.rand(2, 3),), (-torch.rand(2, 3),)]
