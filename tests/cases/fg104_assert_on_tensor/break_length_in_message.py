"""Asserts on lengths that depend on data, in forms that are no assert of the graph."""

import torch
from torch import nn


class Message(nn.Module):
    def forward(self, x: torch.Tensor) -> torch.Tensor:
        kept = x[x[:, 0] > 0]  # break[default]: FG302
        assert kept.shape[0] >= 0, f"{kept.shape}"
        assert kept.shape[1] == 3, f"{kept.shape}"
        assert len(kept) > 1, "no rows"
        assert len(kept) > 2, f"{kept.shape}"  # break[fullgraph]: FG104
        return kept.sum()


class InMethod(nn.Module):
    def forward(self, x: torch.Tensor) -> torch.Tensor:
        kept = x[x[:, 0] > 0]  # break[default]: FG302
        return self.mean(kept.view(-1, 3), x)

    def mean(self, kept: torch.Tensor, x: torch.Tensor) -> torch.Tensor:
        rows, size = kept.shape
        rest = rows - 1
        with torch.no_grad():
            assert rest > 1, f"{x.shape}: {rows}, {size}"  # break[fullgraph]: FG104
        return kept.mean()


class First(nn.Module):
    def forward(self, x: torch.Tensor) -> torch.Tensor:
        kept = x[x[:, 0] > 0]  # break[default]: FG302
        assert kept.numel() > 3 and x.shape[0] > 1  # break[fullgraph]: FG104
        return kept.sum()


class Negated(nn.Module):
    def forward(self, x: torch.Tensor) -> torch.Tensor:
        left = x[x[:, 0] < 0]  # break[default]: FG302
        assert not left.shape[0], "some are left"  # break[fullgraph]: FG104
        return x.sum() + left.sum()


class Asserts(nn.Module):
    def __init__(self) -> None:
        super().__init__()
        self.ways = nn.ModuleList([Message(), InMethod(), First(), Negated()])

    def forward(self, x: torch.Tensor, way: int) -> torch.Tensor:
        return self.ways[way](x)


def make() -> nn.Module:
    return Asserts()


def inputs() -> list[tuple[torch.Tensor, int]]:
    return [(torch.ones(4, 3), way) for way in range(4)]
