"""A layer whose call depends on data, and which is only made."""

import torch
from torch import nn


class Model(nn.Module):
    def forward(self, x: torch.Tensor) -> torch.Tensor:
        loss = nn.CTCLoss(zero_infinity=True)
        return x * 2 if loss.zero_infinity else x


def make():
    return Model()


def inputs():
    return [(torch.rand(3, 4),)]
