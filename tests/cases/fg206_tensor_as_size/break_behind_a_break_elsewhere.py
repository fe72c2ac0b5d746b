"""A number that is computed in one function, and is a size in another, behind a break that ends the graph."""

import torch
from torch import nn


class SizeOfAFunction(nn.Module):
    def forward(self, x: torch.Tensor, mask: torch.Tensor) -> torch.Tensor:
        n = mask.sum(dim=1).max()
        return self.cut(x, n) + self.fold(x, n)

    def cut(self, x: torch.Tensor, n: torch.Tensor) -> torch.Tensor:
        print("cut")  # break: FG401
        return x.sum()

    def fold(self, x: torch.Tensor, n: torch.Tensor) -> torch.Tensor:
        return x.view(n, -1, 2).sum() + x.new_zeros(n, 2).sum()


class BreakInFunctionOfSize(nn.Module):
    def forward(self, x: torch.Tensor, mask: torch.Tensor) -> torch.Tensor:
        n = mask.sum(dim=1).max()
        return self.fold(x, n)

    def fold(self, x: torch.Tensor, n: torch.Tensor) -> torch.Tensor:
        print("fold")  # break: FG401
        return x.view(n, -1, 2).sum()


class BreakBehindNumber(nn.Module):
    def forward(self, x: torch.Tensor, mask: torch.Tensor) -> torch.Tensor:
        n = self.longest(mask)
        return self.fold(x, n)

    def longest(self, mask: torch.Tensor) -> torch.Tensor:
        n = mask.sum(dim=1).max()
        print("longest")  # break: FG401
        return n

    def fold(self, x: torch.Tensor, n: torch.Tensor) -> torch.Tensor:
        return x.view(n, -1, 2).sum()


class BreakBeforeNumber(nn.Module):
    def forward(self, x: torch.Tensor, mask: torch.Tensor) -> torch.Tensor:
        print("before")  # break: FG401
        n = self.longest(mask)
        return self.fold(x, n)

    def longest(self, mask: torch.Tensor) -> torch.Tensor:
        return mask.sum(dim=1).max()

    def fold(self, x: torch.Tensor, n: torch.Tensor) -> torch.Tensor:
        return x.view(n, -1, 2).sum()  # break[default]: FG206


class BreakOnOneWay(nn.Module):
    def forward(self, x: torch.Tensor, mask: torch.Tensor) -> torch.Tensor:
        n = mask.sum(dim=1).max()
        if x.shape[0] > 2:
            print("many")  # break: FG401
        return x.view(n, -1, 2).sum()  # break[default]: FG206


class Behind(nn.Module):
    def __init__(self) -> None:
        super().__init__()
        self.ways = nn.ModuleList(
            [SizeOfAFunction(), BreakInFunctionOfSize(), BreakBehindNumber(), BreakBeforeNumber(), BreakOnOneWay()]
        )

    def forward(self, x: torch.Tensor, mask: torch.Tensor, way: int) -> torch.Tensor:
        return self.ways[way](x, mask)


def make() -> nn.Module:
    return Behind()


def inputs() -> list[tuple[torch.Tensor, torch.Tensor, int]]:
    mask = torch.tensor([[1, 1, 0], [1, 0, 0]])
    few, many = torch.randn(2, 8, 8), torch.randn(4, 8, 8)
    return [*((few, mask, way) for way in range(5)), (many, mask, 4)]
