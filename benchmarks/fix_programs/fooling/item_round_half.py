"""round() of a number, and of a tensor."""

import torch
from torch import nn


class Model(nn.Module):
    def forward(self, x: torch.Tensor) -> torch.Tensor:
        n = round(x.mean().item(), 2)
        return x * n


def make():
    torch.manual_seed(0)
    return Model()


def inputs():
    torch.manual_seed(1)
    return [(torch.tensor([0.125, 0.125]),), (torch.tensor([0.015, 0.015]),)]
