"""Lengths that depend on data, of tensors that are made like another one."""

import torch
from torch import nn


class Expanded(nn.Module):
    def forward(self, points: torch.Tensor) -> torch.Tensor:
        points = points[points[:, 0] > 0.1]  # break[default]: FG302
        index = points[:, :1].expand_as(points)
        if index.numel() == 0:  # break[fullgraph]: FG101
            return points
        return points * 2


class Inverse(nn.Module):
    def forward(self, points: torch.Tensor) -> torch.Tensor:
        points = points[points[:, 0] > 0.1]  # break[default]: FG302
        _, index = torch.unique(points[:, 0], return_inverse=True)  # break[default]: FG305
        if index.numel() == 0:  # break[fullgraph]: FG101
            return points
        return points * 2


class InverseOfKnown(nn.Module):
    def forward(self, points: torch.Tensor) -> torch.Tensor:
        _, index = torch.unique(points[:, 0], return_inverse=True)  # break[default]: FG305
        if index.numel() == 0:
            return points
        return points * 2


class Lengths(nn.Module):
    def __init__(self) -> None:
        super().__init__()
        self.ways = nn.ModuleList([Expanded(), Inverse(), InverseOfKnown()])

    def forward(self, points: torch.Tensor, way: int) -> torch.Tensor:
        return self.ways[way](points)


def make() -> nn.Module:
    return Lengths()


def inputs() -> list[tuple[torch.Tensor, int]]:
    points = torch.tensor([[0.5, 1.0], [0.0, 1.0], [0.7, 2.0]])
    return [(points, way) for way in range(3)]
