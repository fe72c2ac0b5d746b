import torch
from torch import nn


class Model(nn.Module):
    def forward(self, x: torch.Tensor) -> torch.Tensor:
        mask = (x > 0).byte()
        return x[mask] + x.shape[0]  # fails: FG615


def make():
    return Model()


def inputs():
    return [(torch.randn(4),)]
