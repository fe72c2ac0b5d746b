"""The arms have other dtypes."""

import torch
from torch import nn


class Model(nn.Module):
    def forward(self, x: torch.Tensor) -> torch.Tensor:
        m = x > 0
        if m.any():
            m = m * 0.5
        return m


def make():
    torch.manual_seed(0)
    return Model()


def inputs():
    torch.manual_seed(1)
    return [(torch.tensor([1.0, -1]),), (torch.tensor([-1.0, -1]),)]
