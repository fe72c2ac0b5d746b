"""Asserts that compare the shape of a tensor with numbers of which one is computed in the graph."""

import torch
from torch import nn


class ListOfSize(nn.Module):
    def forward(self, x: torch.Tensor, n: torch.Tensor) -> torch.Tensor:
        last = n.max()
        assert list(x.size()) == [x.shape[0], last]  # break: FG103
        return x + 1


class Starred(nn.Module):
    def forward(self, x: torch.Tensor, n: torch.Tensor) -> torch.Tensor:
        last = n.max()
        assert [*x.shape] == [x.shape[0], last], f"last should be {last}"  # break: FG103
        return x + 1


class Size(nn.Module):
    def forward(self, x: torch.Tensor, n: torch.Tensor) -> torch.Tensor:
        last = n.max()
        assert x.size() == (x.shape[0] * 1, last)  # break: FG103
        return x + 1


class TupleOfSize(nn.Module):
    def forward(self, x: torch.Tensor, n: torch.Tensor) -> torch.Tensor:
        last = n.max()
        assert tuple(x.size()) == (x.shape[0], last)  # break: FG103
        return x + 1


class NumbersAlone(nn.Module):
    def forward(self, x: torch.Tensor, n: torch.Tensor) -> torch.Tensor:
        assert list(x.size()) == [x.shape[0], x.shape[-1]]
        assert tuple(n.shape) == (2,)
        return x + n.max()


class Asserted(nn.Module):
    def __init__(self) -> None:
        super().__init__()
        self.ways = nn.ModuleList([ListOfSize(), Starred(), Size(), TupleOfSize(), NumbersAlone()])

    def forward(self, x: torch.Tensor, n: torch.Tensor, way: int) -> torch.Tensor:
        return self.ways[way](x, n)


def make() -> nn.Module:
    return Asserted()


def inputs() -> list[tuple[torch.Tensor, torch.Tensor, int]]:
    return [(torch.randn(2, 3), torch.tensor([3, 1]), way) for way in range(5)]
