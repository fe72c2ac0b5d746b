import torch
from torch import nn


class Model(nn.Module):
    def forward(self, x: torch.Tensor) -> torch.Tensor:
        mask = torch.ones_like(x, dtype=torch.uint8)
        return torch.where(mask, x, -x)  # fails: FG615


def make():
    return Model()


def inputs():
    return [(torch.randn(4),)]
