"""Places where an array is not zero, one of which is an index."""

import numpy as np
import torch
from torch import nn


class First(nn.Module):
    def forward(self, x: torch.Tensor) -> torch.Tensor:
        places = np.where(x.numpy() > 0)[0]  # break[default]: FG204
        return x[places[0]]  # break: FG206


class Each(nn.Module):
    def forward(self, x: torch.Tensor) -> torch.Tensor:
        places = np.nonzero(x.numpy() > 0)[0]  # break[default]: FG204
        return x[places[0]] * 2  # break: FG206


class Kept(nn.Module):
    def forward(self, x: torch.Tensor) -> torch.Tensor:
        kept = np.where(x.numpy() > 0, 1, 0)
        return x * torch.from_numpy(kept)


class Places(nn.Module):
    def __init__(self) -> None:
        super().__init__()
        self.ways = nn.ModuleList([First(), Each(), Kept()])

    def forward(self, x: torch.Tensor, way: int) -> torch.Tensor:
        return self.ways[way](x)


def make() -> nn.Module:
    return Places()


def inputs() -> list[tuple[torch.Tensor, int]]:
    return [(torch.tensor([1.0, -1.0, 2.0]), way) for way in range(3)]
